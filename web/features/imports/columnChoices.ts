import { z } from "zod";

/**
 * Stores in this browser the fields that a person has chosen for headings, so that the next file of
 * the same lab needs no choosing.
 */

/** A person's own choices: the field of a heading, or null to leave its column out. */
export type Choices<Field> = ReadonlyMap<string, Field | null>;

/** The place of one kind of choices in this browser. */
export type ChoiceStore<Field> = {
  readonly key: string;
  readonly isField: (name: string) => name is Field & string;
};

/** Headings that are kept; the oldest ones are forgotten. */
const MAX_HEADINGS = 500;

const stored = z.array(z.tuple([z.string(), z.string().nullable()])).catch([]);

function readAll<Field>({ key, isField }: ChoiceStore<Field>): Map<string, Field | null> {
  let entries: unknown = [];
  try {
    entries = JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    // The stored text is not ours.
  }
  return new Map(
    stored
      .parse(entries)
      .flatMap(([heading, field]) =>
        field === null || isField(field) ? [[heading, field] as const] : [],
      ),
  );
}

/** Returns the choices that were made for some of these headings. */
export function rememberedFields<Field>(
  store: ChoiceStore<Field>,
  headings: readonly string[],
): Choices<Field> {
  return new Map([...readAll(store)].filter(([heading]) => headings.includes(heading)));
}

export function rememberFields<Field>(store: ChoiceStore<Field>, chosen: Choices<Field>): void {
  const kept = readAll(store);
  for (const [heading, field] of chosen) {
    kept.delete(heading);
    kept.set(heading, field);
  }
  localStorage.setItem(store.key, JSON.stringify([...kept].slice(-MAX_HEADINGS)));
}

/**
 * Returns the choices with one more. A field is one column's, so another column that was chosen for
 * it is left out.
 */
export function withChoice<Field>(
  chosen: Choices<Field>,
  heading: string,
  field: Field | null,
): Choices<Field> {
  const others = [...chosen].map(
    ([other, taken]) => [other, taken === field ? null : taken] as const,
  );
  return new Map([...others, [heading, field]]);
}
