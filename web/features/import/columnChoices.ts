import { z } from "zod";
import { isImportField, type ChosenFields, type ImportField } from "../../../domain/importHeadings";

/**
 * Keeps, in this browser, the fields that a person has chosen for headings: the next file of the
 * same lab needs no choosing.
 */

const KEY = "importColumns";
/** Headings that are kept; the oldest ones are forgotten. */
const MAX_HEADINGS = 500;

const stored = z.array(z.tuple([z.string(), z.string().nullable()])).catch([]);

function readAll(): Map<string, ImportField | null> {
  let entries: unknown = [];
  try {
    entries = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    // What somebody else wrote there.
  }
  return new Map(
    stored
      .parse(entries)
      .flatMap(([heading, field]) =>
        field === null || isImportField(field) ? [[heading, field] as const] : [],
      ),
  );
}

/** Returns the choices that were made for some of these headings. */
export function rememberedFields(headings: readonly string[]): ChosenFields {
  const kept = readAll();
  return new Map([...kept].filter(([heading]) => headings.includes(heading)));
}

export function rememberFields(chosen: ChosenFields): void {
  const kept = readAll();
  for (const [heading, field] of chosen) {
    kept.delete(heading);
    kept.set(heading, field);
  }
  localStorage.setItem(KEY, JSON.stringify([...kept].slice(-MAX_HEADINGS)));
}

/**
 * Returns the choices with one more. A field is one column's, so another column that was chosen for
 * it is left out.
 */
export function withChoice(
  chosen: ChosenFields,
  heading: string,
  field: ImportField | null,
): ChosenFields {
  const others = [...chosen].map(
    ([other, taken]) => [other, taken === field ? null : taken] as const,
  );
  return new Map([...others, [heading, field]]);
}
