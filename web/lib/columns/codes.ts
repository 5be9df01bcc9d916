const MAX_UINT16 = 65_535;

/**
 * One non-negative integer per slot, stored in 2 bytes until one exceeds 65,535, then in 4 bytes.
 */
export class Codes {
  #codes: Uint16Array | Uint32Array = new Uint16Array(0);

  /** The code of each slot. Do not keep the array: `set` and `reserve` may replace it. */
  get bySlot(): Readonly<ArrayLike<number>> {
    return this.#codes;
  }

  reserve(capacity: number): void {
    const larger =
      this.#codes instanceof Uint16Array ? new Uint16Array(capacity) : new Uint32Array(capacity);
    larger.set(this.#codes);
    this.#codes = larger;
  }

  /** The codes of the slots below `size`, as a view of the internal array. */
  save(size: number): Uint16Array | Uint32Array {
    return this.#codes.subarray(0, size);
  }

  /** Restores the result of `save`. Requires reserved capacity. */
  restore(saved: Uint16Array | Uint32Array): void {
    if (saved instanceof Uint32Array && this.#codes instanceof Uint16Array) {
      this.#codes = new Uint32Array(this.#codes.length);
    }
    this.#codes.set(saved);
  }

  set(slot: number, code: number): void {
    if (code > MAX_UINT16 && this.#codes instanceof Uint16Array) {
      this.#codes = Uint32Array.from(this.#codes);
    }
    this.#codes[slot] = code;
  }
}
