import { KEY_GAP_MS } from "#domain/keys/run";

/** The keys that are down, by position. */
export class PressedKeys {
  readonly #downAt = new Map<string, number>();

  /**
   * Notes a keydown of a character or of Enter.
   *
   * @returns true if the previous key is still down: two readers type at the same time, or the
   *   fingers of a person overlap
   */
  press(event: KeyboardEvent): boolean {
    const { code, key, timeStamp } = event;
    // With Ctrl or Cmd, browsers do not report every release.
    const isCounted = (key.length === 1 || key === "Enter") && code !== "";
    if (!isCounted || event.ctrlKey || event.metaKey || event.altKey) return false;
    this.#downAt.delete(code);
    const isOverlapped = [...this.#downAt.values()].some((at) => timeStamp - at <= KEY_GAP_MS);
    this.#downAt.set(code, timeStamp);
    return isOverlapped;
  }

  release({ code }: KeyboardEvent): void {
    this.#downAt.delete(code);
  }

  /** Call when releases may have gone elsewhere. */
  clear(): void {
    this.#downAt.clear();
  }
}
