import { searchWords } from "#domain/identifiers/identifierLookup";
import { cellTest, type Bound, type TableQuery } from "#domain/tables/tableFilters";
import type { Slots } from "./slots";
import type { SearchedPart, SlotTest, StoredColumn } from "./storedColumn";

/** The row satisfies the query. */
export const MATCHES = 0;

/** The row fails the base, the search, or the conditions on several columns. */
const FAILS = 255;

/** Maximum number of columns that a one-byte value can identify. */
export const MAX_COLUMNS = FAILS - 1;

/**
 * The row fails only the conditions on this column. It would match without them, so it is counted
 * among the values that the column's filter offers.
 */
export const failsOnly = (columnIndex: number): number => columnIndex + 1;

type Searchable = {
  readonly columns: readonly StoredColumn[];
  readonly searched: readonly SearchedPart[];
};

/**
 * Evaluates `query` for each slot; unused slots, and slots that fail a condition of `base`, fail.
 * Conditions on unknown fields are ignored.
 */
export function evaluate(
  { columns, searched }: Searchable,
  slots: Slots,
  query: TableQuery,
  base: readonly Bound[],
): Uint8Array {
  const size = slots.end;
  const outcomes = new Uint8Array(size).fill(FAILS);
  for (const slot of slots.used()) outcomes[slot] = MATCHES;
  for (const column of columns) {
    const passes = passesAll(column, base);
    if (passes === null) continue;
    for (let slot = 0; slot < size; slot++) {
      if (outcomes[slot] === MATCHES && !passes(slot)) outcomes[slot] = FAILS;
    }
  }
  for (const word of searchWords(query.search)) failWithout(word, searched, outcomes);
  for (const [index, column] of columns.entries()) {
    const passes = passesAll(column, query.conditions);
    if (passes === null) continue;
    for (let slot = 0; slot < size; slot++) {
      if (outcomes[slot] === FAILS || passes(slot)) continue;
      outcomes[slot] = outcomes[slot] === MATCHES ? failsOnly(index) : FAILS;
    }
  }
  return outcomes;
}

/** Returns the test of the conditions on `column`; null if there are none. */
function passesAll(column: StoredColumn, conditions: readonly Bound[]): SlotTest | null {
  const tests = conditions.filter(({ field }) => field === column.field).map(cellTest);
  return tests.length === 0 ? null : column.passing((cell) => tests.every((test) => test(cell)));
}

/**
 * Fails the rows in which no part contains `word`. Each part tests only rows in which no earlier
 * part contains it.
 */
function failWithout(word: string, parts: readonly SearchedPart[], outcomes: Uint8Array): void {
  const without = new Uint32Array(outcomes.length);
  let count = 0;
  for (let slot = 0; slot < outcomes.length; slot++) {
    if (outcomes[slot] === MATCHES) without[count++] = slot;
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
  for (let index = 0; index < count; index++) outcomes[without[index]!] = FAILS;
}
