import fc from "fast-check";
import type { ColumnDeclaration } from "@/lib/columns/columnDeclaration";
import type { ColumnTable } from "@/lib/columns/columnTable";
import type { Sort } from "@/lib/columns/matches";
import { compareTexts } from "@/lib/textOrder";
import {
  choicesOf,
  fieldColumn,
  rowMatcher,
  type CellValue,
  type Condition,
  type TableQuery,
} from "#domain/tables/tableFilters";

/** A row with every form of column, and with absent and empty cells where allowed. */
export type Device = {
  readonly _id: string;
  readonly _creationTime: number;
  readonly brand: string;
  readonly holder?: string | undefined;
  readonly imei?: string | undefined;
  readonly serial: string;
  readonly comments?: string | undefined;
  readonly inUseDate?: number | undefined;
  readonly returnedDate?: number | undefined;
  readonly lat?: number | undefined;
};

export const COLUMNS = [
  { field: "brand", form: "dictionary" },
  { field: "holder", form: "dictionary" },
  { field: "imei", form: "digits" },
  { field: "serial", form: "text" },
  { field: "comments", form: "text" },
  { field: "inUseDate", form: "date" },
  { field: "returnedDate", form: "date" },
  { field: "lat", form: "number", isSearched: false },
] as const satisfies ColumnDeclaration[];
const FIELDS = COLUMNS.map(({ field }) => field);

export const COUNTED = ["brand", "holder"] as const;

/** A zone whose clock changes by half an hour. */
export const ZONE = "Australia/Lord_Howe";

/** A change of the table; a `page` has more rows than are inserted into sorted indexes. */
type Change =
  | { readonly kind: "upsert"; readonly rows: readonly Device[] }
  | { readonly kind: "remove"; readonly ids: readonly string[] }
  | { readonly kind: "page"; readonly like: Device };

const PAGE_ROWS = 120;

/** Returns the rows of a change. A page varies the ids and creation times of one row. */
function changedRows(change: Change): readonly Device[] {
  if (change.kind === "remove") return [];
  if (change.kind === "upsert") return change.rows;
  const { like } = change;
  return Array.from({ length: PAGE_ROWS }, (_, index) => ({
    ...like,
    _id: `p${index}`,
    _creationTime: index % 7,
    serial: `${like.serial}${index}`,
  }));
}

/** The rows as a plain array, queried with the shared rule. */
export class NaiveTable {
  readonly #rows = new Map<string, Device>();

  apply(change: Change): void {
    for (const row of changedRows(change)) this.#rows.set(row._id, row);
    if (change.kind === "remove") for (const id of change.ids) this.#rows.delete(id);
  }

  find(query: TableQuery, sort: Sort): Device[] {
    const { field, isDescending } = sort ?? { field: null, isDescending: true };
    const cell = (row: Device) => (field === null ? 0 : row[field as keyof Device]) ?? "";
    const sign = isDescending ? -1 : 1;
    return this.#matching(query).sort(
      (one, other) =>
        Number(cell(one) === "") - Number(cell(other) === "") ||
        sign *
          (compareCells(cell(one), cell(other)) ||
            one._creationTime - other._creationTime ||
            (one._id < other._id ? -1 : Number(one._id > other._id))),
    );
  }

  valueCounts({ search, conditions }: TableQuery, field: (typeof COUNTED)[number]) {
    const others = conditions.filter((condition) => condition.field !== field);
    const rows = this.#matching({ search, conditions: others });
    const counts = new Map<string, number>();
    for (const row of rows) {
      for (const text of choicesOf(row[field])) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  #matching({ search, conditions }: TableQuery): Device[] {
    const read = COLUMNS.map(({ field, form }) => fieldColumn({ field, kind: form }, ZONE));
    const searched = read.filter(({ id }) => id !== "lat");
    const isFound = rowMatcher(searched)({ search, conditions: [] });
    const isFiltered = rowMatcher(read)({ search: "", conditions });
    return [...this.#rows.values()].filter((row) => isFound(row) && isFiltered(row));
  }
}

function compareCells(one: CellValue, other: CellValue): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return compareTexts(String(one), String(other));
}

export function applyToTable(table: ColumnTable<Device>, change: Change): void {
  if (change.kind === "remove") table.remove(change.ids);
  else table.upsert(changedRows(change));
}

const SOME_TEXTS = [
  "",
  "Telefónica",
  "telefonica",
  "Galaxy S9",
  "Galaxy S24",
  "Łódź^2 `é",
  "Ünal ΣΑΣ",
  "R58^4",
  "nov 2026",
  "14:05",
  "a",
];
const SOME_IMEIS = [
  "",
  "490154203237518",
  "490154203237519",
  "012345678901234",
  "35693803",
  "tést",
];
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SOME_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const imei = fc.oneof(
  fc.constantFrom(...SOME_IMEIS),
  fc.stringMatching(/^\d{15}$/),
  fc.stringMatching(/^[\d ]{1,16}$/),
);
/** Dates around the clock change of April 4, 2026 and anywhere, also before 1970. */
const date = fc.oneof(
  fc.integer({ min: -6, max: 6 }).map((hours) => Date.UTC(2026, 3, 4, 15) + hours * 3_600_000),
  fc.integer({ min: -3_000_000_000_000, max: 4_000_000_000_000 }),
  fc.constantFrom(0, 1_000),
);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const id = fc.integer({ min: 0, max: 11 }).map((number) => `p${number}`);
const device: fc.Arbitrary<Device> = fc.record({
  _id: id,
  _creationTime: fc.integer({ min: 0, max: 3 }),
  brand: text,
  holder: optional(text),
  imei: optional(imei),
  serial: text,
  comments: optional(text),
  inUseDate: optional(date),
  returnedDate: optional(date),
  lat: optional(fc.constantFrom(-23.5, 0, 52.25)),
});

export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.array(device, { maxLength: 5 }).map(upsert) },
  { weight: 3, arbitrary: fc.array(id, { maxLength: 5 }).map(removal) },
  { weight: 1, arbitrary: device.map((like) => ({ kind: "page" as const, like })) },
);
function upsert(rows: readonly Device[]) {
  return { kind: "upsert" as const, rows };
}
function removal(ids: readonly string[]) {
  return { kind: "remove" as const, ids };
}

const part = (whole: fc.Arbitrary<string>) =>
  fc
    .tuple(whole, fc.nat(8), fc.nat(8))
    .map(([letters, from, to]) => letters.slice(Math.min(from, to), Math.max(from, to)));
const word = fc.oneof(
  part(text),
  part(imei),
  fc.constantFrom(
    "apr",
    "2026,",
    "4,",
    ":30",
    "15:",
    "00",
    "1",
    "TELEFONICA",
    "^",
    "58^4",
    "35 6938 03",
  ),
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant("select" as const),
    field: fc.constantFrom(...FIELDS),
    anyOf: fc.array(fc.oneof(text, imei, date.map(String)), { maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant("text" as const),
    field: fc.constantFrom(...FIELDS, "colour"),
    contains: word,
  }),
  fc.record(
    {
      kind: fc.constant("dates" as const),
      field: fc.constantFrom(...FIELDS),
      from: date,
      before: date,
    },
    { requiredKeys: ["kind", "field"] },
  ),
);
export const anyQuery: fc.Arbitrary<TableQuery> = fc.record({
  search: fc.array(word, { maxLength: 3 }).map((words) => words.join(" ")),
  conditions: fc.array(condition, { maxLength: 3 }),
});
export const anySort: fc.Arbitrary<Sort> = fc.oneof(
  fc.constant(null),
  fc.record({ field: fc.constantFrom(...FIELDS), isDescending: fc.boolean() }),
);
