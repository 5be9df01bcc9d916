import type { Bound, TableQuery } from "#domain/tables/tableFilters";
import { createColumn, type ColumnDeclaration } from "./columnDeclaration";
import { DateColumn } from "./dateColumn";
import { DateTexts } from "./dateTexts";
import { SortedIndex, type SortKey } from "./keptOrder";
import { Matches } from "./matches";
import type { SavedPart } from "./savedPart";
import { SavedTable } from "./savedTable";
import { Slots } from "./slots";
import { savedArray, type Cell, type SearchedPart, type StoredColumn } from "./storedColumn";
import { evaluate, MAX_COLUMNS } from "./verdicts";

type StoredRow = { readonly _id: string; readonly _creationTime: number };

/**
 * From this number of changed rows, sorting again is faster than inserting each into every order.
 */
const MAX_INSERTED_ROWS = 100;

const FIRST_CAPACITY = 1_024;

/** Capacity reserved per existing row, so that later rows fit. */
const ROOM_TO_GROW = 1.1;

/**
 * Rows of a list, stored by column, so that 100,000 of them can be searched, filtered, counted and
 * sorted within milliseconds. Gives the same results as `rowMatcher`
 * (domain/tables/tableFilters.ts) over the same rows, without a limit, and runs in a worker or on a
 * page.
 *
 * ```ts
 * const samples = new ColumnTable<Sample>([
 *   { field: "brand", form: "dictionary" },
 *   { field: "imei1", form: "digits" },
 *   { field: "inUseDate", form: "date" },
 *   { field: "comments", form: "text" },
 * ]);
 * samples.upsert(page);
 * const found = samples.find({ search: "apple 518", conditions: [] });
 * found.total; // 42
 * found.rows({ field: "inUseDate", isDescending: true }, 0, 100);
 * found.valueCounts("brand"); // [{ value: "Apple", count: 42 }]
 * ```
 *
 * **Layout.** A row has a slot (`Slots`), the same in every column. A search tests a word once for
 * each distinct text of a dictionary and each day of a date column, and then scans the texts and
 * digits that are unique to their rows.
 *
 * **Order.** Dates sort by time and texts in locale order (`compareTexts`), empty cells last in
 * either direction. Ties are broken by creation time, then id, in the direction of the sort, as in
 * a Convex index. An order is created at its first use (10 to 260 ms for 100,000 rows, so `prepare`
 * creates it ahead of time) and kept: changes of a few rows are inserted into it, larger changes
 * drop all orders.
 *
 * **Contents.** The table stores the declared fields of a row, and returns rows with only these.
 * Rows with the same id are the same row.
 */
export class ColumnTable<Row extends StoredRow> {
  readonly #columns: readonly StoredColumn[];
  readonly #searched: readonly SearchedPart[];

  readonly #slots = new Slots();
  #creationTimes = new Float64Array(0);

  /** By field; null for the order of creation, from which the others are derived. */
  readonly #orders = new Map<string | null, SortedIndex>();
  /** The last result of `save`; it copies its parts before the table changes. */
  #saved: SavedTable | null = null;
  /** Counts changes, so that the result of a query cannot be read after its rows have changed. */
  #version = 0;

  /** @param timeZone in which a search reads dates; default: the local time zone */
  constructor(declarations: readonly ColumnDeclaration[], timeZone?: string) {
    if (declarations.length > MAX_COLUMNS) {
      throw new Error(`A table has at most ${MAX_COLUMNS} columns, not ${declarations.length}`);
    }
    const dateTexts = new DateTexts(timeZone);
    this.#columns = declarations.map((declaration) => createColumn(declaration, dateTexts));
    this.#searched = this.#columns
      .filter((_, index) => declarations[index]?.isSearched !== false)
      .filter(isSearchedPart);
  }

  /** The number of rows. */
  get size(): number {
    return this.#slots.rowCount;
  }

  /**
   * Reserves capacity for `rowCount` rows and some more; growing step by step takes up to twice the
   * time.
   */
  reserve(rowCount: number): void {
    this.#setCapacity(Math.max(FIRST_CAPACITY, Math.ceil(ROOM_TO_GROW * rowCount)));
  }

  /**
   * Adds rows, or replaces rows with the same ids. Idempotent.
   *
   * Cost in a table of 100,000 rows with 27 columns: 0.1 ms for a row with four changed cells, with
   * every order kept; 20 µs per row in pages of more than 100 rows.
   *
   * @throws Error for a cell of a type that its column cannot store; the table must not be used any
   *   further
   */
  upsert(rows: readonly Row[]): void {
    this.#beginChange(rows.length);
    for (const row of rows) {
      const slot = this.#slots.slotOf(row._id);
      if (slot === undefined) this.#add(row);
      else if (this.#creationTimes[slot] === row._creationTime) this.#replace(slot, row);
      else {
        this.#remove(slot);
        this.#add(row);
      }
    }
  }

  /** Removes the rows with these ids; unknown ids are ignored. */
  remove(ids: readonly string[]): void {
    this.#beginChange(ids.length);
    for (const id of ids) {
      const slot = this.#slots.slotOf(id);
      if (slot !== undefined) this.#remove(slot);
    }
  }

  /**
   * Returns the rows that satisfy `query`. Conditions on unknown fields are ignored.
   *
   * The result describes the current table: reading it after a change throws. Its windows share one
   * sort while they request the same order.
   *
   * @param base conditions that bound the list: a filter's values are counted among the rows that
   *   satisfy them, including conditions on its own column
   */
  find(query: TableQuery, base: readonly Bound[] = []): Matches<Row> {
    const version = this.#version;
    const parts = { columns: this.#columns, searched: this.#searched };
    const outcomes = evaluate(parts, this.#slots, query, base);
    return new Matches<Row>(outcomes, {
      requireCurrent: () => {
        if (this.#version !== version) throw new Error("The table has changed since it was asked");
      },
      columns: this.#columns,
      order: (field) => this.#order(field),
      id: (slot) => this.#slots.idOf(slot),
      slotOf: (id) => this.#slots.slotOf(id),
      row: (slot) => this.#row(slot),
    });
  }

  /** Returns the row with this id; undefined if there is none. */
  get(id: string): Row | undefined {
    const slot = this.#slots.slotOf(id);
    return slot === undefined ? undefined : this.#row(slot);
  }

  /**
   * Creates the expensive orders ahead of their first use, yielding every few milliseconds. Ends
   * early if the table changes between two slices.
   */
  *prepare(): Generator<void, void> {
    const version = this.#version;
    const slots = this.#order(null).slots();
    for (const column of this.#columns) {
      if (column instanceof DateColumn) column.see();
      if (column.isSortQuick || this.#orders.has(column.field)) continue;
      const sorting = SortedIndex.inSlices(column, this.#breakTie, slots);
      for (let slice = sorting.next(); ; slice = sorting.next()) {
        if (slice.done) {
          this.#orders.set(column.field, slice.value);
          break;
        }
        yield;
        if (this.#version !== version) return;
      }
      yield;
      if (this.#version !== version) return;
    }
  }

  /**
   * Returns the named parts of the table for storage: rows, columns, and the expensive orders.
   * Later changes of the table do not affect them.
   *
   * Cost: a change before all parts have been taken copies the remaining ones, which takes about 10
   * ms for 100,000 rows with 40 columns.
   */
  save(): SavedTable {
    const size = this.#slots.end;
    const parts = new Map<string, () => SavedPart>();
    parts.set("rows", () => ({
      json: size,
      arrays: [this.#creationTimes.subarray(0, size), ...this.#slots.save()],
    }));
    for (const column of this.#columns) {
      parts.set(`column ${column.field}`, () => column.save(size));
    }
    for (const [field, order] of this.#orders) {
      const isQuick = field !== null && this.#column(field).isSortQuick;
      if (!isQuick) parts.set(`order ${field ?? ""}`, () => order.save());
    }
    this.#saved = new SavedTable(parts);
    return this.#saved;
  }

  /**
   * Fills this table, which must be new, with the parts that `save` returned for a table with the
   * same declarations, one after another.
   *
   * @param find resolves to the part with a name, null if there is none
   * @throws Error if a part is missing or does not fit; the table must not be used then
   */
  async restore(find: (name: string) => Promise<SavedPart | null>): Promise<void> {
    const partOf = async (name: string): Promise<SavedPart> => {
      const part = await find(name);
      if (part === null) throw new Error(`The kept table has no ${name}`);
      return part;
    };
    this.#version++;
    const rows = await partOf("rows");
    const size = rows.json as number;
    this.reserve(size);
    this.#creationTimes.set(savedArray(rows.arrays, 0, Float64Array, size));
    this.#slots.restore(rows.arrays.slice(1), size);
    for (const column of this.#columns) {
      column.restore(await partOf(`column ${column.field}`), size);
    }
    for (const field of [null, ...this.#columns.map((column) => column.field)]) {
      const saved = await find(`order ${field ?? ""}`);
      if (saved === null) continue;
      const key = field === null ? ALL_EQUAL : this.#column(field);
      this.#orders.set(field, SortedIndex.restore(key, this.#breakTie, saved, this.size));
    }
  }

  #beginChange(rowCount: number): void {
    this.#version++;
    this.#saved?.copyRest();
    this.#saved = null;
    if (rowCount > MAX_INSERTED_ROWS) this.#orders.clear();
  }

  #add(row: Row): void {
    const { next } = this.#slots;
    if (next >= this.#creationTimes.length) this.#setCapacity(Math.max(FIRST_CAPACITY, 2 * next));
    const slot = this.#slots.add(row._id);
    this.#creationTimes[slot] = row._creationTime;
    for (const column of this.#columns) column.set(slot, cellOf(row, column.field));
    for (const order of this.#orders.values()) order.insert(slot);
  }

  #replace(slot: number, row: Row): void {
    for (const column of this.#columns) {
      const cell = cellOf(row, column.field);
      if (column.get(slot) === cell) continue;
      const order = this.#orders.get(column.field);
      order?.remove(slot);
      column.set(slot, cell);
      order?.insert(slot);
    }
  }

  #remove(slot: number): void {
    for (const order of this.#orders.values()) order.remove(slot);
    for (const column of this.#columns) column.set(slot, undefined);
    this.#slots.remove(slot);
  }

  #row(slot: number): Row {
    const row: Record<string, Cell> = {
      _id: this.#slots.idOf(slot),
      _creationTime: this.#creationTimes[slot],
    };
    for (const column of this.#columns) {
      const cell = column.get(slot);
      if (cell !== undefined) row[column.field] = cell;
    }
    // The columns return the values passed to `upsert`; undeclared fields are missing.
    return row as unknown as Row;
  }

  #order(field: string | null): SortedIndex {
    let order = this.#orders.get(field);
    if (order === undefined) {
      order =
        field === null
          ? SortedIndex.of(ALL_EQUAL, this.#breakTie, this.#slotsByCreation())
          : SortedIndex.of(this.#column(field), this.#breakTie, this.#order(null).slots());
      this.#orders.set(field, order);
    }
    return order;
  }

  readonly #breakTie = (one: number, other: number): number => {
    const difference = this.#creationTimes[one]! - this.#creationTimes[other]!;
    if (difference !== 0) return difference;
    const [id, otherId] = [this.#slots.idOf(one), this.#slots.idOf(other)];
    return id < otherId ? -1 : Number(id > otherId);
  };

  #slotsByCreation(): Uint32Array {
    return this.#slots.used().sort(this.#breakTie);
  }

  #column(field: string): StoredColumn {
    const column = this.#columns.find((each) => each.field === field);
    if (column === undefined) throw new Error(`No column ${field}`);
    return column;
  }

  #setCapacity(capacity: number): void {
    const creationTimes = new Float64Array(capacity);
    creationTimes.set(this.#creationTimes);
    this.#creationTimes = creationTimes;
    this.#slots.reserve(capacity);
    for (const column of this.#columns) column.reserve(capacity);
  }
}

/** A sort key that leaves the order to creation time and id. */
const ALL_EQUAL: SortKey = {
  isEmpty: () => false,
  compare: () => 0,
  sort: () => undefined,
  isSortQuick: true,
};

const isSearchedPart = (column: StoredColumn): column is StoredColumn & SearchedPart =>
  "containing" in column;

const cellOf = (row: StoredRow, field: string): Cell =>
  (row as unknown as Readonly<Record<string, Cell>>)[field];
