import { choicesOf, type CellValue } from "../../../../domain/tableFilters";

/** One value of a select filter. `count`: loaded rows that have it; null: none is loaded yet. */
export type FilterOption = { readonly value: string; readonly count: number | null };

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * The distinct values of a column with how often they occur, as people sort them: those that
 * rows have, then the others; the empty one first.
 *
 * @param rows those that satisfy every other filter, so that a count says what choosing the value shows
 * @param known values that exist whether or not a row with them is loaded: pick lists, statuses, what is
 *   chosen now
 */
export function filterOptions<Row>(
  rows: readonly Row[],
  value: (row: Row) => CellValue,
  known: readonly string[],
): FilterOption[] {
  const counts = new Map<string, number | null>(known.map((text) => [text, null]));
  for (const row of rows) {
    for (const text of choicesOf(value(row))) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => ({ value: text, count }))
    .sort(
      (one, other) =>
        Number(one.count === null) - Number(other.count === null) ||
        collator.compare(one.value, other.value),
    );
}
