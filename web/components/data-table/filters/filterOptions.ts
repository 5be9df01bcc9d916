import { compareTexts } from "@/lib/textOrder";
import { fold } from "../../../../domain/fold";
import { choicesOf, type CellValue } from "../../../../domain/tableFilters";
import { optionLabel } from "./describeFilter";

/**
 * One value of a select filter. `count`: loaded rows that have it; null: none is loaded yet.
 * `label`: what people know it by, where that is something else.
 */
export type FilterOption = {
  readonly value: string;
  readonly count: number | null;
  readonly label?: string;
};

/**
 * The distinct values of a column with how often they occur, as people sort them: those that
 * rows have, then the others; the empty one first.
 *
 * @param rows those that satisfy every other filter, so that a count says what choosing the value
 *   shows
 * @param known values that exist whether or not a row with them is loaded: pick lists, statuses,
 *   what is chosen now
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
        compareTexts(one.value, other.value),
    );
}

/**
 * The options whose value contains what is typed (`wanted`: folded), and those that a search
 * `found` for it, which may bear no letter of it.
 */
export function matchingOptions(
  options: readonly FilterOption[],
  wanted: string,
  found: readonly { readonly value: string; readonly label: string }[],
): FilterOption[] {
  const labels = new Map(found.map(({ value, label }) => [value, label]));
  const matching = options
    .filter(({ value }) => labels.has(value) || fold(optionLabel(value)).includes(wanted))
    .map((option) => {
      const label = labels.get(option.value);
      return label === undefined ? option : { ...option, label };
    });
  const there = new Set(matching.map(({ value }) => value));
  const others = found.filter(({ value }) => !there.has(value));
  return [...matching, ...others.map((each) => ({ ...each, count: null }))];
}
