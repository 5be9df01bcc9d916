/** A piece of a table to be kept: plain values, and numbers in arrays. */
export type SavedPart = { readonly json: unknown; readonly arrays: readonly NumberArray[] };

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** By the letter that stands for them in a header. */
const ARRAY_TYPES = { b: Uint8Array, h: Uint16Array, w: Uint32Array, d: Float64Array } as const;
type ArrayType = keyof typeof ARRAY_TYPES;

type Header = {
  readonly json: unknown;
  readonly arrays: readonly (readonly [ArrayType, number])[];
};

/** The arrays begin at multiples of this, as a Float64Array must. */
const ALIGNMENT = 8;
const align = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

/**
 * Writes a part as bytes, in the byte order of this machine:
 *
 * | bytes        | content                                                        |
 * |--------------|----------------------------------------------------------------|
 * | 8            | length of the header, as a Float64                              |
 * | header       | UTF-8 JSON: `{"json":["Apple"],"arrays":[["h",3]]}`, padded to 8 |
 * | each array   | its numbers, padded to 8                                        |
 */
export function toBytes({ json, arrays }: SavedPart): Uint8Array<ArrayBuffer> {
  const shapes = arrays.map((array) => [typeOf(array), array.length] as const);
  const header = new TextEncoder().encode(
    JSON.stringify({ json, arrays: shapes } satisfies Header),
  );
  const start = ALIGNMENT + align(header.length);
  const length = arrays.reduce((sum, array) => sum + align(array.byteLength), start);
  const bytes = new Uint8Array(length);
  new Float64Array(bytes.buffer, 0, 1)[0] = header.length;
  bytes.set(header, ALIGNMENT);
  let at = start;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += align(array.byteLength);
  }
  return bytes;
}

/** Reads what `toBytes` wrote; the arrays are views of `buffer`. @throws for any other bytes */
export function fromBytes(buffer: ArrayBuffer): SavedPart {
  const headerLength = new Float64Array(buffer, 0, 1)[0]!;
  const text = new TextDecoder().decode(new Uint8Array(buffer, ALIGNMENT, headerLength));
  const header = JSON.parse(text) as Header;
  let at = ALIGNMENT + align(headerLength);
  const arrays = header.arrays.map(([type, length]) => {
    const array = new ARRAY_TYPES[type](buffer, at, length);
    at += align(array.byteLength);
    return array;
  });
  return { json: header.json, arrays };
}

/**
 * Values of a list that are written or read at once. The text of so many stays below 128 KB: a
 * longer one is no young object of the JavaScript engine, and an idle worker does not free it.
 */
const MAX_VALUES = 2_000;

/** Cuts a part whose list is long into several, each quick to write; `joinParts` is its inverse. */
export function cutPart({ json, arrays }: SavedPart): SavedPart[] {
  if (!Array.isArray(json) || json.length <= MAX_VALUES) return [{ json, arrays }];
  const values: readonly unknown[] = json;
  return Array.from({ length: Math.ceil(values.length / MAX_VALUES) }, (_, index) => ({
    json: values.slice(index * MAX_VALUES, (index + 1) * MAX_VALUES),
    arrays: index === 0 ? arrays : [],
  }));
}

export function joinParts(parts: readonly SavedPart[]): SavedPart {
  const [first] = parts;
  if (first === undefined) throw new Error("A kept part has no pieces");
  if (parts.length === 1) return first;
  return { json: parts.flatMap(({ json }) => json as unknown[]), arrays: first.arrays };
}

function typeOf(array: NumberArray): ArrayType {
  if (array instanceof Uint8Array) return "b";
  if (array instanceof Uint16Array) return "h";
  return array instanceof Uint32Array ? "w" : "d";
}
