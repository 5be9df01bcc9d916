import { COORDINATE_FIELDS, TEXT_FIELDS, type SampleInput } from "./fields";

type InputField = keyof SampleInput;

/** Fields that one choice fills: an address comes with its place. */
const PLACES: readonly (readonly InputField[])[] = [
  ["location", "city", "lat", "lng"],
  ["locationR", "regfromlat", "regfromlng"],
];

const INPUT_FIELDS: readonly InputField[] = [
  ...TEXT_FIELDS,
  ...COORDINATE_FIELDS,
  "receiveDate",
  "city",
  "samplmanag",
  "lastmanag",
];

const GROUPS: readonly (readonly InputField[])[] = [
  ...PLACES,
  ...INPUT_FIELDS.filter((field) => !PLACES.flat().includes(field)).map((field) => [field]),
];

/** Returns the fields that change together with `field`, itself among them; none if it is none. */
export function fieldsChangedWith(field: string): readonly InputField[] {
  return GROUPS.find((group) => group.some((each) => each === field)) ?? [];
}

/** Three states of a sample: as an editor saw it, as they state it, and as it is stored by now. */
type Versions = {
  readonly seen: SampleInput;
  readonly stated: SampleInput;
  readonly stored: SampleInput;
};

/**
 * Merges an edit with those of others since the editor saw the sample: fields that the editor left
 * alone stay as they are stored. Returns the name of a field instead that both changed, and not to
 * the same value.
 */
export function mergeEdit({ seen, stated, stored }: Versions): SampleInput | InputField {
  const merged: SampleInput = { ...stated };
  for (const group of GROUPS) {
    const differs = (one: SampleInput, other: SampleInput) =>
      group.some((field) => one[field] !== other[field]);
    if (!differs(stated, seen)) Object.assign(merged, pick(stored, group));
    else if (differs(stored, seen) && differs(stored, stated)) return group[0]!;
  }
  return merged;
}

/** Includes fields that are absent, as undefined. */
function pick(input: SampleInput, fields: readonly InputField[]): Partial<SampleInput> {
  return Object.fromEntries(fields.map((field) => [field, input[field]]));
}
