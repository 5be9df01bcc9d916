/** A part of a table for storage: JSON values, and numbers in typed arrays. */
export type SavedPart = { readonly json: unknown; readonly arrays: readonly NumberArray[] };

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Array types by their letter in the header. */
const ARRAY_TYPES = { b: Uint8Array, h: Uint16Array, w: Uint32Array, d: Float64Array } as const;
type ArrayType = keyof typeof ARRAY_TYPES;

type Header = {
  readonly json: unknown;
  readonly arrays: readonly (readonly [ArrayType, number])[];
};

/** Arrays start at multiples of this, as a Float64Array requires. */
const ALIGNMENT = 8;
const align = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

/**
 * Serializes a part, in the byte order of this machine:
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

/**
 * Reads the output of `toBytes`; the arrays are views of `buffer`.
 *
 * @throws for any other bytes
 */
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
 * Maximum number of list values serialized together. Their text stays below 128 KB: V8 does not
 * allocate larger strings in the young generation, and an idle worker does not free them.
 */
const MAX_VALUES = 2_000;

/**
 * Splits a part with a long list into several parts that are quick to write; `joinParts` is the
 * inverse.
 */
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
