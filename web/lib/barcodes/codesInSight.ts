/** Codes that come into sight within this time, ms, are offered together. */
const TOGETHER_MS = 500;
/** Time without being seen after which a code counts as gone, ms: a hand trembles. */
const GONE_AFTER_MS = 2_000;

export type Sighting =
  /** Look on. */
  | { readonly kind: "none" }
  /** One code is meant: take it. */
  | { readonly kind: "one"; readonly text: string }
  /** Several are in the picture: somebody has to pick. */
  | { readonly kind: "several"; readonly texts: readonly string[] };

const NONE: Sighting = { kind: "none" };

/**
 * Decides what the codes in successive pictures mean. A picture rarely shows every code that is
 * there, so those of half a second count together. A code that was taken is not taken again before
 * it was out of sight.
 */
export class CodesInSight {
  /** Maps each code to the moment at which it was seen last, epoch ms. */
  readonly #seen = new Map<string, number>();
  readonly #taken = new Set<string>();
  #since: number | null = null;
  /** A person is picking, so a single code that is left in sight is not taken by itself. */
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

  /** Marks a code as taken, and with it those in the same picture. */
  take(text: string): void {
    for (const each of [text, ...this.#seen.keys()]) this.#taken.add(each);
    this.#since = null;
    this.#isPicking = false;
  }
}
