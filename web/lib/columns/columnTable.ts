import type { Condition, TableQuery } from "../../../domain/tableFilters";
import { createColumn, type ColumnDeclaration } from "./columnDeclaration";
import { DateColumn } from "./dateColumn";
import { DateTexts } from "./dateTexts";
import { KeptOrder, type SortKey } from "./keptOrder";
import { Matches } from "./matches";
import type { SavedPart } from "./savedPart";
import { SavedTable } from "./savedTable";
import { savedArray, type Cell, type SearchedPart, type StoredColumn } from "./storedColumn";
import { UniqueTexts } from "./uniqueTexts";
import { judge, MAX_COLUMNS } from "./verdicts";

type StoredRow = { readonly _id: string; readonly _creationTime: number };

/** More changed rows than this take longer to file in every order than the orders take to sort. */
const MAX_FILED_ROWS = 100;

const FIRST_CAPACITY = 1_024;

/** Slots for rows that come later. */
const ROOM_TO_GROW = 1.1;

/**
 * Rows of a list, kept by column, so that 100,000 of them can be searched, filtered, counted and
 * sorted within milliseconds. It answers as `rowMatcher` (domain/tableFilters.ts) does over the
 * same rows, without a limit, and runs in a worker or on a page.
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
 * **Layout.** A row has a slot, the same in every column, for as long as the table has the row; a
 * removed row's slot goes to the next new one. A search tests a word once for each distinct text of
 * a dictionary and each day of a date column, and then looks through the texts that are unique to
 * their rows.
 *
 * **Order.** Dates sort by time and texts as people sort them (`compareTexts`), empty cells last in
 * either direction. Ties are broken by creation time, then id, in the direction of the sort: the
 * order of a Convex index. An order is made at its first use (10 to 260 ms for 100,000 rows, so
 * `prepare` makes it ahead of time) and kept: changes of few rows are filed in place, and larger
 * ones drop all orders.
 *
 * **Contents.** The table keeps the declared fields of a row, and gives back rows with only these.
 * Two rows are the same if their ids are.
 */
export class ColumnTable<Row extends StoredRow> {
  readonly #columns: readonly StoredColumn[];
  readonly #uniqueTexts: UniqueTexts;
  readonly #searched: readonly SearchedPart[];

  readonly #slotOf = new Map<string, number>();
  readonly #ids: string[] = [];
  #creationTimes = new Float64Array(0);
  #isUsed = new Uint8Array(0);
  /** Slots that had a row and have none. */
  readonly #freeSlots: number[] = [];

  /** By field; null for the order of creation, from which the others are made. */
  readonly #orders = new Map<string | null, KeptOrder>();
  /** The last result of `save`; told before the table changes. */
  #saved: SavedTable | null = null;
  /** Counts changes, so that a query's answer is not read after its rows have changed. */
  #version = 0;

  /** @param timeZone in which a search reads dates; the reader's own when left out */
  constructor(declarations: readonly ColumnDeclaration[], timeZone?: string) {
    if (declarations.length > MAX_COLUMNS) {
      throw new Error(`A table has at most ${MAX_COLUMNS} columns, not ${declarations.length}`);
    }
    const dateTexts = new DateTexts(timeZone);
    this.#columns = declarations.map((declaration) => createColumn(declaration, dateTexts));
    const searched = this.#columns.filter((_, index) => declarations[index]?.isSearched !== false);
    this.#uniqueTexts = new UniqueTexts(searched.filter((column) => !isSearchedPart(column)));
    this.#searched = [...searched.filter(isSearchedPart), this.#uniqueTexts];
  }

  /** The number of rows. */
  get size(): number {
    return this.#slotOf.size;
  }

  /** Makes room for `rowCount` rows and some more: growing step by step takes up to twice that. */
  reserve(rowCount: number): void {
    this.#setCapacity(Math.max(FIRST_CAPACITY, Math.ceil(ROOM_TO_GROW * rowCount)));
  }

  /**
   * Adds rows, or replaces those of the same ids. Doing it twice is as good as doing it once.
   *
   * Cost in a table of 100,000 rows with 27 columns: 0.1 ms for a row of which four cells change,
   * with every order kept; 20 µs a row in pages above 100 rows.
   *
   * @throws Error for a cell of a kind that its column cannot hold; the table may not be used
   *   further
   */
  upsert(rows: readonly Row[]): void {
    this.#beginChange(rows.length);
    for (const row of rows) {
      const slot = this.#slotOf.get(row._id);
      if (slot === undefined) this.#add(row);
      else if (this.#creationTimes[slot] === row._creationTime) this.#replace(slot, row);
      else {
        this.#remove(slot);
        this.#add(row);
      }
    }
  }

  /** Removes the rows of these ids; ids of no row are ignored. */
  remove(ids: readonly string[]): void {
    this.#beginChange(ids.length);
    for (const id of ids) {
      const slot = this.#slotOf.get(id);
      if (slot !== undefined) this.#remove(slot);
    }
  }

  /**
   * Returns the rows that satisfy `query`. Conditions on fields that are no column are ignored.
   *
   * The answer describes the table as it is: it throws if it is read after a change. Its windows
   * share one sort as long as they ask for the same one.
   *
   * @param base conditions that bound what is looked at: a filter's values are counted among the
   *   rows that satisfy them, even those of its own column
   */
  find(query: TableQuery, base: readonly Condition[] = []): Matches<Row> {
    const version = this.#version;
    const parts = { columns: this.#columns, searched: this.#searched };
    const verdicts = judge(parts, this.#isUsed, this.#ids.length, query, base);
    return new Matches<Row>(verdicts, {
      requireCurrent: () => {
        if (this.#version !== version) throw new Error("The table has changed since it was asked");
      },
      columns: this.#columns,
      order: (field) => this.#order(field),
      id: (slot) => this.#ids[slot]!,
      slotOf: (id) => this.#slotOf.get(id),
      row: (slot) => this.#row(slot),
    });
  }

  /** Returns the row of `id`; undefined when there is none. */
  get(id: string): Row | undefined {
    const slot = this.#slotOf.get(id);
    return slot === undefined ? undefined : this.#row(slot);
  }

  /**
   * Makes the orders that take long to make ahead of their first use, and yields every few
   * milliseconds. It ends early when the table changes between two slices.
   */
  *prepare(): Generator<void, void> {
    const version = this.#version;
    const slots = this.#order(null).slots();
    for (const column of this.#columns) {
      if (column instanceof DateColumn) column.see();
      if (column.isSortQuick || this.#orders.has(column.field)) continue;
      const sorting = KeptOrder.inSlices(column, this.#breakTie, slots);
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
   * Returns the parts of the table under their names, to be kept: rows, columns, and the orders
   * that take long to make. Later changes do not change them.
   *
   * Cost: a change that comes before all parts are taken copies the others, which takes about 10 ms
   * for 100,000 rows with 40 columns.
   */
  save(): SavedTable {
    const size = this.#ids.length;
    const parts = new Map<string, () => SavedPart>();
    parts.set("rows", () => ({
      json: [...this.#ids],
      arrays: [this.#creationTimes.subarray(0, size), this.#isUsed.subarray(0, size)],
    }));
    for (const column of this.#columns) {
      parts.set(`column ${column.field}`, () => column.save(size));
    }
    parts.set("unique texts", () => this.#uniqueTexts.save());
    for (const [field, order] of this.#orders) {
      const isQuick = field !== null && this.#column(field).isSortQuick;
      if (!isQuick) parts.set(`order ${field ?? ""}`, () => order.save());
    }
    this.#saved = new SavedTable(parts);
    return this.#saved;
  }

  /**
   * Fills this table, which must be new, with what `save` of an equally declared one returned, one
   * part after another.
   *
   * @param find resolves with the part of a name, null when there is none
   * @throws Error when a part is missing or does not fit; the table may not be used then
   */
  async restore(find: (name: string) => Promise<SavedPart | null>): Promise<void> {
    const partOf = async (name: string): Promise<SavedPart> => {
      const part = await find(name);
      if (part === null) throw new Error(`The kept table has no ${name}`);
      return part;
    };
    this.#version++;
    const rows = await partOf("rows");
    for (const id of rows.json as string[]) this.#ids.push(id);
    const size = this.#ids.length;
    this.reserve(size);
    this.#creationTimes.set(savedArray(rows, 0, Float64Array, size));
    this.#isUsed.set(savedArray(rows, 1, Uint8Array, size));
    for (const [slot, id] of this.#ids.entries()) {
      if (this.#isUsed[slot] === 1) this.#slotOf.set(id, slot);
      else this.#freeSlots.push(slot);
    }
    for (const column of this.#columns) {
      column.restore(await partOf(`column ${column.field}`), size);
    }
    this.#uniqueTexts.restore(await partOf("unique texts"), size);
    for (const field of [null, ...this.#columns.map((column) => column.field)]) {
      const saved = await find(`order ${field ?? ""}`);
      if (saved === null) continue;
      const key = field === null ? ALL_EQUAL : this.#column(field);
      this.#orders.set(field, KeptOrder.restore(key, this.#breakTie, saved, this.size));
    }
  }

  #beginChange(rowCount: number): void {
    this.#version++;
    this.#saved?.copyRest();
    this.#saved = null;
    if (rowCount > MAX_FILED_ROWS) this.#orders.clear();
  }

  #add(row: Row): void {
    const slot = this.#freeSlots.pop() ?? this.#ids.length;
    if (slot >= this.#isUsed.length) this.#setCapacity(Math.max(FIRST_CAPACITY, 2 * slot));
    this.#slotOf.set(row._id, slot);
    this.#ids[slot] = row._id;
    this.#creationTimes[slot] = row._creationTime;
    this.#isUsed[slot] = 1;
    for (const column of this.#columns) column.set(slot, cellOf(row, column.field));
    this.#uniqueTexts.update(slot);
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
    this.#uniqueTexts.update(slot);
  }

  #remove(slot: number): void {
    for (const order of this.#orders.values()) order.remove(slot);
    for (const column of this.#columns) column.set(slot, undefined);
    this.#uniqueTexts.update(slot);
    this.#slotOf.delete(this.#ids[slot]!);
    this.#isUsed[slot] = 0;
    this.#freeSlots.push(slot);
  }

  #row(slot: number): Row {
    const row: Record<string, Cell> = {
      _id: this.#ids[slot],
      _creationTime: this.#creationTimes[slot],
    };
    for (const column of this.#columns) {
      const cell = column.get(slot);
      if (cell !== undefined) row[column.field] = cell;
    }
    // The columns gave back what `upsert` was given, except for fields that are not declared.
    return row as unknown as Row;
  }

  #order(field: string | null): KeptOrder {
    let order = this.#orders.get(field);
    if (order === undefined) {
      order =
        field === null
          ? KeptOrder.of(ALL_EQUAL, this.#breakTie, this.#slotsByCreation())
          : KeptOrder.of(this.#column(field), this.#breakTie, this.#order(null).slots());
      this.#orders.set(field, order);
    }
    return order;
  }

  readonly #breakTie = (one: number, other: number): number => {
    const difference = this.#creationTimes[one]! - this.#creationTimes[other]!;
    if (difference !== 0) return difference;
    const [id, otherId] = [this.#ids[one]!, this.#ids[other]!];
    return id < otherId ? -1 : Number(id > otherId);
  };

  #slotsByCreation(): Uint32Array {
    return Uint32Array.from(this.#slotOf.values()).sort(this.#breakTie);
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
    const isUsed = new Uint8Array(capacity);
    isUsed.set(this.#isUsed);
    this.#isUsed = isUsed;
    for (const column of this.#columns) column.reserve(capacity);
  }
}

/** The key of the order in which only creation time and id count. */
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
