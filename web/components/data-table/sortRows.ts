import type { CellValue } from "../../../domain/tableFilters";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Rows by the value of one column: dates by time, texts as people sort them (without regard to case
 * and accents, `A9` before `A10`), empty cells last in either direction. Equal ones keep their
 * order.
 *
 * Cost: one sort of the distinct texts, then of numbers: a column of brands compares a few texts,
 * however many rows there are.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => CellValue,
  isDescending: boolean,
): readonly Row[] {
  const keys = rows.map((row) => {
    const cell = value(row);
    return typeof cell === "number" ? cell : String(cell ?? "");
  });
  const ranks = rankTexts(keys);
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row, index) => {
      const key = keys[index] ?? "";
      const rank = typeof key === "number" ? key : (ranks.get(key) ?? 0);
      return { row, index, isEmpty: key === "", rank: rank * sign };
    })
    .sort(
      (one, other) =>
        Number(one.isEmpty) - Number(other.isEmpty) ||
        one.rank - other.rank ||
        one.index - other.index,
    )
    .map(({ row }) => row);
}

/** Each distinct text's place; texts that compare as equal share one. */
function rankTexts(keys: readonly (string | number)[]): Map<string, number> {
  const texts = [...new Set(keys.filter((key) => typeof key === "string"))].sort(collator.compare);
  const ranks = new Map<string, number>();
  let rank = 0;
  let previous: string | undefined;
  for (const text of texts) {
    if (previous !== undefined && collator.compare(previous, text) !== 0) rank++;
    ranks.set(text, rank);
    previous = text;
  }
  return ranks;
}
