import fc from "fast-check";
import type { ValidatorJSON } from "convex/values";

/** Texts that often break programs, most frequent first. */
const ODD_TEXTS = [
  ...["", " ", "\u0000", "\ufeff", "null", "__proto__", "constructor", "toString", "NaN", "-1"],
  ...["😀", "é", "e\u0301", "\u202e", "İ", "\u212A", "%", "{recipient}", "$&", "../../x", "a|b"],
  ...[
    "'",
    '"',
    "<b>",
    "=1+1",
    "ana@",
    "ana@company.com@x",
    "2026-02-30",
    "Not/AZone",
    "x".repeat(9_000),
  ],
];

/** Existing ids and e-mails that a call may use. */
export type Known = {
  readonly texts: readonly string[];
  readonly sampleIds: readonly string[];
  /** Values by field name that most calls accept, so that a call gets far before it fails. */
  readonly usual: Readonly<Record<string, unknown>>;
};

const ODDITY = { weight: 1 } as const;
const USUAL = { weight: 12 } as const;

/** Arguments that a function's validators accept; the function itself must refuse odd ones. */
export function anyArguments(args: ValidatorJSON, known: Known): fc.Arbitrary<object> {
  if (args.type !== "object") throw new Error(`arguments are no ${args.type}`);
  return anyObject(args.value, known);
}

function valueOf(validator: ValidatorJSON, known: Known): fc.Arbitrary<unknown> {
  const of = (inner: ValidatorJSON) => valueOf(inner, known);
  const text = fc.oneof(
    fc.constantFrom(...known.texts),
    fc.constantFrom(...ODD_TEXTS),
    fc.string({ unit: "grapheme", maxLength: 40 }),
  );
  switch (validator.type) {
    case "string":
      return text;
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "bigint":
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case "bytes":
      return fc.uint8Array().map((bytes) => bytes.buffer);
    case "any":
      return fc.oneof(text, number, fc.constant(null));
    case "id":
      return fc.constantFrom(...known.sampleIds);
    case "literal":
      return fc.constant(validator.value);
    case "array":
      return fc.array(of(validator.value), { maxLength: 5 });
    case "record":
      return fc
        .tuple(fc.dictionary(fieldName(known), of(validator.values.fieldType)), fc.boolean())
        .map(([odd, isMostlyUsual]) => (isMostlyUsual ? { ...textsOf(known.usual), ...odd } : odd));
    case "union":
      return fc.oneof(...validator.value.map(of));
    case "object":
      return "numItems" in validator.value ? anyPage : anyObject(validator.value, known);
    case "commitTs":
      throw new Error("a commit timestamp is no argument");
    default:
      return validator satisfies never;
  }
}

function anyObject(fields: ObjectFields, known: Known): fc.Arbitrary<object> {
  const names = Object.keys(fields);
  const values = names.map((name): [string, fc.Arbitrary<unknown>] => {
    if (name === "cursor") return [name, cursor];
    const type = fields[name]?.fieldType ?? { type: "null" };
    const odd = valueOf(type, known);
    const isUsual = name in known.usual && type.type !== "record";
    if (!isUsual || !takes(type, known.usual[name])) return [name, odd];
    const usual = fc.constant(known.usual[name]);
    return [name, fc.oneof({ ...ODDITY, arbitrary: odd }, { ...USUAL, arbitrary: usual })];
  });
  const requiredKeys = names.filter((name) => !fields[name]?.optional);
  return fc.record(Object.fromEntries(values), { requiredKeys });
}

/** False if the field has the name of a usual one but accepts only certain words. */
function takes(type: ValidatorJSON, value: unknown): boolean {
  if (type.type === "union") return type.value.some((each) => takes(each, value));
  return type.type !== "literal" || type.value === value;
}

type ObjectFields = Extract<ValidatorJSON, { type: "object" }>["value"];

/** A field name that the platform allows, including the spreadsheet's own columns. */
const fieldName = ({ usual }: Known) =>
  fc.oneof(fc.constantFrom(...Object.keys(usual)), fc.stringMatching(/^[a-zA-Z][ -~]{0,20}$/));

const textsOf = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity, 2 ** 53, 8.64e15 + 1, 1e300),
  fc.integer(),
  fc.double(),
);

/** The platform parses cursors, and refuses those that it has not issued. */
const cursor = fc.constant(null);

const anyPage = fc.record({ numItems: number, cursor });
