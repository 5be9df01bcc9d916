/** Both ends inclusive, as HTTP and `createReadStream` count. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A `Range` header against a file of `size` bytes (RFC 9110, 14.1): `bytes=0-99`, `bytes=100-`,
 * `bytes=-50`. null for what may be ignored: other units, several ranges, nonsense.
 */
export function parseRange(header: string, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
