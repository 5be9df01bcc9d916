import { rankTexts } from "@/lib/textOrder";
import type { CellValue } from "../../../domain/tableFilters";

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
  const ranks = rankTexts(keys.filter((key) => typeof key === "string"));
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
