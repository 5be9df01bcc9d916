import { isFasterThan, meanGap, type Run } from "./run";
import type { ReaderLayout, TypedCode } from "./typedCode";

/** What earlier codes have shown about the readers of this computer. */
export class KnownReaders {
  /** The keyboard that they are set to; null: not known, and codes may depend on it. */
  layout: ReaderLayout | null = null;
  #overlap = false;
  #maxEnds = Infinity;
  /** The shortest mean time between two characters, ms. */
  #minGap = Infinity;
  #doubted: string | null = null;

  /**
   * Returns the text of a code; null if it depends on the reader's keyboard setting, which is
   * unknown.
   */
  textOf(code: TypedCode): string | null {
    const { computer, us } = code;
    if (computer === us) return computer;
    if (computer === null || us === null) this.layout = us === null ? "computer" : "us";
    return this.layout === null ? null : code[this.layout];
  }

  /**
   * True if the code may be a mixture of two codes that two readers typed at the same time: its
   * keys overlapped, or it is faster and has more end keys than any code before. Two readers never
   * produce the same mixture twice, so a repeated code is accepted, and such codes are normal from
   * then on.
   *
   * @param ends number of end keys: 2 for CR+LF
   */
  isDoubtful({ computer, us }: TypedCode, run: Run, ends: number): boolean {
    const { isOverlapped } = run;
    const text = computer ?? us;
    const isFaster = isFasterThan(this.#minGap, meanGap(run));
    const isUnusual = (isOverlapped && !this.#overlap) || (isFaster && ends > this.#maxEnds);
    if (isUnusual && text !== this.#doubted) {
      this.#doubted = text;
      return true;
    }
    this.#doubted = null;
    this.#overlap ||= isOverlapped;
    this.#minGap = Math.min(meanGap(run), this.#minGap);
    this.#maxEnds = Math.max(ends, 1, Number.isFinite(this.#maxEnds) ? this.#maxEnds : 0);
    return false;
  }
}
