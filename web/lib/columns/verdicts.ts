import { searchWords } from "#domain/samples/identifierLookup";
import { cellTest, type Bound, type TableQuery } from "#domain/tables/tableFilters";
import type { Slots } from "./slots";
import type { SearchedPart, SlotTest, StoredColumn } from "./storedColumn";

/** The verdict on a row that satisfies the query. */
export const MATCHES = 0;

/** The verdict on a row that fails the base or the search, or the conditions of several columns. */
const FAILS = 255;

/** The most columns that the verdicts, a byte each, can tell apart. */
export const MAX_COLUMNS = FAILS - 1;

/**
 * The verdict on a row that fails the conditions of this column only. Without them it would match,
 * so it counts among the values that the column's filter offers.
 */
export const failsOnly = (columnIndex: number): number => columnIndex + 1;

type Searchable = {
  readonly columns: readonly StoredColumn[];
  readonly searched: readonly SearchedPart[];
};

/**
 * Returns the verdict of `query` on each slot; slots without a row, and those that do not satisfy
 * all of `base`, fail. Conditions on fields that are no column are ignored.
 */
export function judge(
  { columns, searched }: Searchable,
  slots: Slots,
  query: TableQuery,
  base: readonly Bound[],
): Uint8Array {
  const size = slots.end;
  const verdicts = new Uint8Array(size).fill(FAILS);
  for (const slot of slots.used()) verdicts[slot] = MATCHES;
  for (const column of columns) {
    const passes = passesAll(column, base);
    if (passes === null) continue;
    for (let slot = 0; slot < size; slot++) {
      if (verdicts[slot] === MATCHES && !passes(slot)) verdicts[slot] = FAILS;
    }
  }
  for (const word of searchWords(query.search)) failWithout(word, searched, verdicts);
  for (const [index, column] of columns.entries()) {
    const passes = passesAll(column, query.conditions);
    if (passes === null) continue;
    for (let slot = 0; slot < size; slot++) {
      if (verdicts[slot] === FAILS || passes(slot)) continue;
      verdicts[slot] = verdicts[slot] === MATCHES ? failsOnly(index) : FAILS;
    }
  }
  return verdicts;
}

/** Returns the test of those conditions that are on `column`; null when there are none. */
function passesAll(column: StoredColumn, conditions: readonly Bound[]): SlotTest | null {
  const tests = conditions.filter(({ field }) => field === column.field).map(cellTest);
  return tests.length === 0 ? null : column.passing((cell) => tests.every((test) => test(cell)));
}

/**
 * Fails the rows in which no part contains `word`. Each part looks only at rows that no other part
 * has.
 */
function failWithout(word: string, parts: readonly SearchedPart[], verdicts: Uint8Array): void {
  const without = new Uint32Array(verdicts.length);
  let count = 0;
  for (let slot = 0; slot < verdicts.length; slot++) {
    if (verdicts[slot] === MATCHES) without[count++] = slot;
  }
  for (const part of parts) {
    const contains = part.containing(word);
    if (contains === null) continue;
    let left = 0;
    for (let index = 0; index < count; index++) {
      const slot = without[index]!;
      if (!contains(slot)) without[left++] = slot;
    }
    count = left;
  }
  for (let index = 0; index < count; index++) verdicts[without[index]!] = FAILS;
}
