import type { KeyRange } from "../values/keys";

/** What one transaction read. `overlaps`: could writing `key` change its result? */
export class ReadSet {
  /** Records that `range` of `index` ("table.index") was read. */
  add(_index: string, _range: KeyRange): void {
    throw new Error("not written yet");
  }

  overlaps(_index: string, _key: Uint8Array): boolean {
    throw new Error("not written yet");
  }

  ranges(): Iterable<[index: string, range: KeyRange]> {
    throw new Error("not written yet");
  }

  /** Adds everything `other` read: a nested function's reads are its caller's. */
  merge(_other: ReadSet): void {
    throw new Error("not written yet");
  }
}
