/**
 * Stores in this browser the fields that a person has chosen for headings, so that the next file of
 * the same lab needs no mapping.
 */
import { useState } from "react";
import { z } from "#domain/common/zod";

/** A person's own choices: field by heading; null leaves the column out. */
export type Choices<Field> = ReadonlyMap<string, Field | null>;

/** Where one kind of choices is stored in this browser. */
export type ChoiceStore<Field> = {
  readonly key: string;
  readonly isField: (name: string) => name is Field & string;
};

/** Maximum of stored headings; the oldest are dropped. */
const MAX_HEADINGS = 500;

const stored = z.array(z.tuple([z.string(), z.string().nullable()])).catch([]);

function readAll<Field>({ key, isField }: ChoiceStore<Field>): Map<string, Field | null> {
  let entries: unknown = [];
  try {
    entries = JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    // The stored text has another format.
  }
  return new Map(
    stored
      .parse(entries)
      .flatMap(([heading, field]) =>
        field === null || isField(field) ? [[heading, field] as const] : [],
      ),
  );
}

/** Returns the stored choices for these headings. */
function rememberedFields<Field>(
  store: ChoiceStore<Field>,
  headings: readonly string[],
): Choices<Field> {
  return new Map([...readAll(store)].filter(([heading]) => headings.includes(heading)));
}

function rememberFields<Field>(store: ChoiceStore<Field>, chosen: Choices<Field>): void {
  const kept = readAll(store);
  for (const [heading, field] of chosen) {
    kept.delete(heading);
    kept.set(heading, field);
  }
  localStorage.setItem(store.key, JSON.stringify([...kept].slice(-MAX_HEADINGS)));
}

/**
 * Returns `choices` with one more. A field belongs to one column, so another column with the same
 * field is left out.
 */
function withChoice<Field>(
  chosen: Choices<Field>,
  heading: string,
  field: Field | null,
): Choices<Field> {
  const others = [...chosen].map(
    ([other, taken]) => [other, taken === field ? null : taken] as const,
  );
  return new Map([...others, [heading, field]]);
}

/** The fields chosen for a file's headings; each choice is stored for the next file. */
export function useChosenFields<Field>(store: ChoiceStore<Field>, headings: readonly string[]) {
  const [chosen, setChosen] = useState<Choices<Field>>(() => rememberedFields(store, headings));
  const choose = (heading: string, field: Field | null) => {
    const next = withChoice(chosen, heading, field);
    rememberFields(store, next);
    setChosen(next);
  };
  return [chosen, choose] as const;
}
