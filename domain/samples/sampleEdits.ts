import { STATED_FIELDS, type SampleInput, type StatedField } from "./fields";

/** Fields filled together by one choice: an address includes its place. */
const PLACES: readonly (readonly StatedField[])[] = [
  ["location", "city", "lat", "lng"],
  ["locationR", "regfromlat", "regfromlng"],
];

const INPUT_FIELDS: readonly StatedField[] = [...STATED_FIELDS, "city", "samplmanag", "lastmanag"];

const GROUPS: readonly (readonly StatedField[])[] = [
  ...PLACES,
  ...INPUT_FIELDS.filter((field) => !PLACES.flat().includes(field)).map((field) => [field]),
];

/**
 * Returns the fields that change together with `field`, including itself; none for an unknown
 * field.
 */
export function fieldsChangedWith(field: string): readonly StatedField[] {
  return GROUPS.find((group) => group.some((each) => each === field)) ?? [];
}

/**
 * Three versions of a sample: as the editor saw it, as the editor submits it, and as it is stored
 * now.
 */
type Versions = {
  readonly seen: SampleInput;
  readonly stated: SampleInput;
  readonly stored: SampleInput;
};

/**
 * Merges an edit with other users' changes since the editor saw the sample: fields that the editor
 * did not change keep their stored values. If both changed a field to different values, returns the
 * name of that field instead.
 */
export function mergeEdit({ seen, stated, stored }: Versions): SampleInput | StatedField {
  const merged: SampleInput = { ...stated };
  for (const group of GROUPS) {
    const differs = (one: SampleInput, other: SampleInput) =>
      group.some((field) => one[field] !== other[field]);
    if (!differs(stated, seen)) Object.assign(merged, pick(stored, group));
    else if (differs(stored, seen) && differs(stored, stated)) return group[0]!;
  }
  return merged;
}

/** Includes absent fields, as undefined. */
function pick(input: SampleInput, fields: readonly StatedField[]): Partial<SampleInput> {
  return Object.fromEntries(fields.map((field) => [field, input[field]]));
}
