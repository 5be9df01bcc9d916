const FIRST_BYTES = 512;

/**
 * Keys in one buffer. A scan keeps up to 256 keys while its function runs, often long enough for
 * V8 to move them to its old generation: one array per key would cost about 400 bytes there.
 */
export class KeyList implements Iterable<Uint8Array> {
  #bytes = new Uint8Array(FIRST_BYTES);
  /** Offset at which each key ends. */
  readonly #ends: number[] = [];

  get length(): number {
    return this.#ends.length;
  }

  /** Appends the bytes of `buffer` from `start` to `end`. */
  push(buffer: Uint8Array, start = 0, end = buffer.length): void {
    const at = this.#ends.at(-1) ?? 0;
    const next = at + end - start;
    if (next > this.#bytes.length) {
      const larger = new Uint8Array(2 * next);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(buffer.subarray(start, end), at);
    this.#ends.push(next);
  }

  /** Returns a copy: a view would keep the memory of all keys for as long as it lives. */
  at(position: number): Uint8Array {
    return this.#bytes.slice(position === 0 ? 0 : this.#ends[position - 1]!, this.#ends[position]);
  }

  *[Symbol.iterator](): IterableIterator<Uint8Array> {
    for (let position = 0; position < this.length; position++) yield this.at(position);
  }
}
