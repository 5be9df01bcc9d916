import fc from "fast-check";
import type { Value } from "convex/values";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("\0", "\u0001", "\u0002", "a", "\uffff", "\u{10000}") }),
);
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, Number.MIN_VALUE, -Number.MIN_VALUE),
);
const bytes = fc
  .uint8Array({ maxLength: 4 })
  .map((array) => array.buffer.slice(array.byteOffset, array.byteOffset + array.length));
const fieldName = fc.string({ unit: fc.constantFrom("a", "b", "A", "_", "~") });
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    text,
    number,
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    bytes,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fieldName, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

/** Any value that a document's field may have. */
export const arbitraryValue = value;
