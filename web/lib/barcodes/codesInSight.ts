/** Codes that appear within this time, ms, are offered together. */
const TOGETHER_MS = 500;
/** Time unseen after which a code counts as gone, ms: a trembling hand loses it briefly. */
const GONE_AFTER_MS = 2_000;

export type Sighting =
  /** Keep looking. */
  | { readonly kind: "none" }
  /** Exactly one code: take it. */
  | { readonly kind: "one"; readonly text: string }
  /** Several codes are in view: the person has to pick. */
  | { readonly kind: "several"; readonly texts: readonly string[] };

const NONE: Sighting = { kind: "none" };

/**
 * Interprets the codes found in successive video frames. A frame rarely shows every code in view,
 * so codes found within half a second count together. A taken code is not taken again until it has
 * been out of view.
 */
export class CodesInSight {
  /** When each code was last seen, epoch ms. */
  readonly #seen = new Map<string, number>();
  readonly #taken = new Set<string>();
  #since: number | null = null;
  /** The person is picking: a single code that remains in view is not taken automatically. */
  #isPicking = false;

  /** @param at epoch ms, ascending */
  see(texts: readonly string[], at: number): Sighting {
    for (const text of texts) if (text !== "") this.#seen.set(text, at);
    for (const [text, last] of this.#seen) {
      if (at - last < GONE_AFTER_MS) continue;
      this.#seen.delete(text);
      this.#taken.delete(text);
    }
    const fresh = [...this.#seen.keys()].filter((text) => !this.#taken.has(text));
    const [only, other] = fresh;
    if (only === undefined) {
      this.#since = null;
      this.#isPicking = false;
      return NONE;
    }
    this.#since ??= at;
    if (at - this.#since < TOGETHER_MS) return NONE;
    this.#isPicking ||= other !== undefined;
    if (this.#isPicking) return { kind: "several", texts: fresh };
    this.take(only);
    return { kind: "one", text: only };
  }

  /** Marks a code as taken, together with all codes in view. */
  take(text: string): void {
    for (const each of [text, ...this.#seen.keys()]) this.#taken.add(each);
    this.#since = null;
    this.#isPicking = false;
  }
}
