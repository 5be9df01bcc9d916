/**
 * Tells what a barcode scanner types from what people type, by the time between keys alone: a
 * scanner sends its characters within a few milliseconds each, and Enter at the end.
 */

/** Keys of one scan are closer than this, ms; people need some 80, a held key repeats at 33. */
export const SCAN_GAP_MS = 30;
/** Shorter texts are nothing that a label bears. */
export const MIN_SCAN_LENGTH = 6;
/** A run of so many quick keys is a scanner's, also if the rest of it is lost. */
const CERTAIN_LENGTH = 3;

/** A key as its event has it. `at`: `event.timeStamp`, ms. */
export type Stroke = { readonly key: string; readonly at: number };

/** The result of reading one stroke: whether it is a person's, a part of a scan, or its end. */
export type Reading<S extends Stroke> = {
  /** Strokes of a person, in order, to be handed on now: shortcuts, Enter on a link. */
  readonly typed: readonly S[];
  /** The text of the scan that the stroke ended; null: it ended none. */
  readonly scanned: string | null;
  /** The stroke belongs to what may be a scan: nobody else may act on it yet. */
  readonly isHeld: boolean;
};

/**
 * Reads strokes in their order. A character is held until the next stroke, or `settle`, shows
 * whether a scanner typed it. Only the strokes' own times say what belongs together: a busy browser
 * that settles too early, in the middle of a scan, loses none of it. A space belongs to a scan only
 * after its first character: by itself it presses buttons and scrolls, and no label begins with it.
 */
export class ScanReader<S extends Stroke> {
  #run: S[] = [];
  /** So many strokes of the run were handed on as a person's. */
  #handedOn = 0;
  #lastAt = -Infinity;

  /** Reads a character or Enter; other keys (Shift before a capital) are no strokes. */
  read(stroke: S): Reading<S> {
    const isQuick = stroke.at - this.#lastAt < SCAN_GAP_MS;
    const typed = isQuick ? [] : this.settle();
    if (!isQuick) this.#begin();
    this.#lastAt = stroke.at;
    if (stroke.key === " " && this.#run.length === 0)
      return { typed, scanned: null, isHeld: false };
    if (stroke.key !== "Enter") {
      this.#run.push(stroke);
      return { typed, scanned: null, isHeld: true };
    }
    const run = this.#run;
    const rest = this.settle();
    this.#begin();
    const text = run
      .map(({ key }) => key)
      .join("")
      .trimEnd();
    if (text.length >= MIN_SCAN_LENGTH) return { typed, scanned: text, isHeld: true };
    return { typed: [...typed, ...rest], scanned: null, isHeld: run.length >= CERTAIN_LENGTH };
  }

  /**
   * No further stroke came in time. Returns what a person typed; what only a scanner is quick
   * enough to type is dropped: half a scan is no shortcut either.
   */
  settle(): readonly S[] {
    if (this.#run.length >= CERTAIN_LENGTH) return [];
    const rest = this.#run.slice(this.#handedOn);
    this.#handedOn = this.#run.length;
    return rest;
  }

  #begin(): void {
    this.#run = [];
    this.#handedOn = 0;
  }
}
