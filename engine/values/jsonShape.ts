import { LIMITS } from "./limits";

/** Values may nest 64 levels; the enclosing message adds a few more. */
const MAX_MESSAGE_NESTING = 80;

/** Bytes that determine the shape of JSON text. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The JSON text has a shape that no function would accept; the message names the limit. */
export class JsonShapeError extends Error {}

/**
 * Counts the values, nesting and sizes of arrays and objects in JSON text while its bytes arrive,
 * and refuses the text before `JSON.parse` would allocate an object for each value: parsing 16 MB
 * of `[[],[],…]` takes the thread for seconds, but ends here after 24 KB.
 *
 * Makes one pass without allocation, up to 2 ms per megabyte. It does not check that the text is
 * JSON, because `JSON.parse` does that, on text now known to be cheap. So counts may be wrong only
 * where parsing fails anyway.
 *
 *     {"a":[1,2],"b":{}}   1 + two commas + three opening brackets = 6 values at most (there are 5)
 */
export class JsonShape {
  #values = 1;
  #depth = 0;
  /** Commas seen directly inside each open array or object, outermost first. */
  readonly #commas: number[] = [];
  /** For each entry of `#commas`: true for an array, false for an object. */
  readonly #isArray: boolean[] = [];
  #isInString = false;
  /**
   * True inside a string when the last chunk ended with a backslash that escapes the next
   * character.
   */
  #isEscaped = false;

  /** @throws JsonShapeError as soon as the text exceeds a limit */
  push(chunk: Buffer): void {
    let i = this.#isInString ? this.#endOfString(chunk, 0) : 0;
    for (; i < chunk.length; i++) {
      switch (chunk[i]) {
        case QUOTE:
          this.#isInString = true;
          i = this.#endOfString(chunk, i + 1) - 1;
          break;
        case COMMA:
          this.#next();
          break;
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          this.#open(chunk[i] === OPEN_ARRAY);
          break;
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          if (this.#depth > 0) this.#depth--;
          break;
        default:
          break;
      }
    }
  }

  /**
   * Returns the position after the quote that ends the string continuing at `start`, or the chunk's
   * end when the string is longer. A quote after an odd number of backslashes belongs to the
   * string.
   */
  #endOfString(chunk: Buffer, start: number): number {
    let from = start;
    for (;;) {
      const quote = chunk.indexOf(QUOTE, from);
      const end = quote === -1 ? chunk.length : quote;
      let first = end;
      while (first > from && chunk[first - 1] === BACKSLASH) first--;
      const isFirstEscaped = first === from && this.#isEscaped;
      const isEscaped = (end - first) % 2 === (isFirstEscaped ? 0 : 1);
      this.#isEscaped = quote === -1 && isEscaped;
      if (quote === -1) return end;
      from = quote + 1;
      if (isEscaped) continue;
      this.#isInString = false;
      return from;
    }
  }

  #open(isArray: boolean): void {
    if (this.#depth === MAX_MESSAGE_NESTING) {
      throw new JsonShapeError(`The JSON is nested more than ${MAX_MESSAGE_NESTING} levels deep`);
    }
    this.#commas[this.#depth] = 0;
    this.#isArray[this.#depth] = isArray;
    this.#depth++;
    this.#count();
  }

  #next(): void {
    this.#count();
    if (this.#depth === 0) return;
    const at = this.#depth - 1;
    const members = (this.#commas[at] = this.#commas[at]! + 1) + 1;
    if (this.#isArray[at] && members > LIMITS.arrayLength) {
      throw new JsonShapeError(`The JSON has an array of more than ${LIMITS.arrayLength} elements`);
    }
    if (!this.#isArray[at] && members > LIMITS.objectFields) {
      throw new JsonShapeError(`The JSON has an object of more than ${LIMITS.objectFields} fields`);
    }
  }

  #count(): void {
    this.#values++;
    if (this.#values > LIMITS.messageValues) {
      throw new JsonShapeError(`The JSON has more than ${LIMITS.messageValues} values`);
    }
  }
}
