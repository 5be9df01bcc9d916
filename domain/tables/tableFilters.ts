/**
 * Filters of a table. Server, browser and CLI share this predicate, so a page filtered by the
 * server and the same rows filtered in a browser agree (docs/product.md, "Search and filters").
 */
import { formatDateTime } from "../common/dates";
import { fold } from "../common/fold";
import { searchWords } from "../identifiers/identifierLookup";

/** Value of a cell: a text, several texts, or a date as epoch ms; undefined when empty. */
export type CellValue = string | number | undefined | readonly string[];

/** Returns the choices of a select filter that match a cell; `""` for an empty cell. */
export function choicesOf(cell: CellValue): readonly string[] {
  return typeof cell === "object" ? cell : [String(cell ?? "")];
}

/** A filter on one column. A row must satisfy all conditions of a query. */
export type Condition =
  /** Matches if the cell's text, or one of its texts, is in `anyOf`; `""` matches an empty cell. */
  | { readonly kind: "select"; readonly field: string; readonly anyOf: readonly string[] }
  /**
   * Matches if the text contains `contains`, ignoring case, accents and the spaces of a grouped
   * IMEI.
   */
  | { readonly kind: "text"; readonly field: string; readonly contains: string }
  /** Matches if the date is `from` or later, and earlier than `before`: epoch ms, UTC. */
  | {
      readonly kind: "dates";
      readonly field: string;
      readonly from?: number;
      readonly before?: number;
    };

/**
 * A condition that the list itself imposes on its rows. In addition to users' filters it can
 * exclude: `none` matches if no text of the cell is in `noneOf`.
 */
export type Bound =
  | Condition
  | { readonly kind: "none"; readonly field: string; readonly noneOf: readonly string[] };

/**
 * The filters and the search of a table. `search`: words that must all occur, each in any column.
 */
export type TableQuery = { readonly search: string; readonly conditions: readonly Condition[] };

/** A column that shows a stored field; `Column` of domain/samples/fields.ts is one. */
type FieldColumn = { readonly field: string; readonly kind: string };

/**
 * Returns the filter column of a stored field: dates as formatted in tables (`timeZone` defaults to
 * the local time zone), other values as stored.
 */
export function fieldColumn({ field, kind }: FieldColumn, timeZone?: string) {
  const value = (row: object) => (row as Readonly<Record<string, CellValue>>)[field];
  const isDate = kind === "date";
  const text = (row: object) => {
    const at = value(row);
    return isDate && typeof at === "number" ? formatDateTime(at, timeZone) : String(at ?? "");
  };
  return { id: field, value, text, isDate } satisfies FilterColumn<object>;
}

/**
 * Reads one column of a row. `isDate`: `text` is a formatted date, computed only when a search
 * needs it.
 */
export type FilterColumn<Row> = {
  readonly id: string;
  readonly value: (row: Row) => CellValue;
  readonly text: (row: Row) => string;
  readonly isDate: boolean;
};

type BoundedQuery = { readonly search: string; readonly conditions: readonly Bound[] };

export type RowTest<Row> = (row: Row) => boolean;

/**
 * Prepares `columns` for filtering and returns a function from a query to its row predicate; the
 * bounds of the list are among the query's conditions. A condition on an unknown field is ignored:
 * callers validate external conditions with `unknownField`.
 *
 * Cost of a test: the conditions, then one `includes` per word. A row's text is computed once per
 * prepared table (live queries keep unchanged rows identical); the text of its dates only for words
 * that may occur in a date.
 */
export function rowMatcher<Row extends object>(
  columns: readonly FilterColumn<Row>[],
): (query: BoundedQuery) => RowTest<Row> {
  const textOf = (isDate: boolean) => {
    const read = columns.filter((column) => column.isDate === isDate);
    return memoizeByRow((row: Row) => fold(read.map(({ text }) => text(row)).join("\n")));
  };
  const [plainText, dateText] = [textOf(false), textOf(true)];

  return ({ search, conditions }) => {
    const words = searchWords(search);
    const tests = conditions.flatMap((condition) => {
      const column = columns.find(({ id }) => id === condition.field);
      if (!column) return [];
      const test = cellTest(condition);
      return [(row: Row) => test(column.value(row))];
    });
    const hasWord = (row: Row, word: string) =>
      plainText(row).includes(word) || (mayBeInDate(word) && dateText(row).includes(word));
    return (row) => tests.every((test) => test(row)) && words.every((word) => hasWord(row, word));
  };
}

/** Returns the field of the first condition that is not in `columns`; undefined if all are. */
export function unknownField(
  conditions: readonly Condition[],
  columns: readonly { readonly id: string }[],
): string | undefined {
  return conditions.find(({ field }) => !columns.some(({ id }) => id === field))?.field;
}

/** True if the query matches every row. */
export function isEmptyQuery({ search, conditions }: TableQuery): boolean {
  return conditions.length === 0 && searchWords(search).length === 0;
}

export type CellTest = (cell: CellValue) => boolean;

/** Returns the predicate of `condition` on its column's cell. */
export function cellTest(condition: Bound): CellTest {
  switch (condition.kind) {
    case "none": {
      const unwanted = new Set(condition.noneOf);
      return (cell) => !choicesOf(cell).some((choice) => unwanted.has(choice));
    }
    case "select": {
      const wanted = new Set(condition.anyOf);
      return (cell) => choicesOf(cell).some((choice) => wanted.has(choice));
    }
    case "text": {
      const { contains } = condition;
      const words = searchWords(contains);
      const wanted = words.length === 1 ? words[0]! : fold(contains.trim());
      return (cell) => choicesOf(cell).some((text) => fold(text).includes(wanted));
    }
    case "dates": {
      const { from = -Infinity, before = Infinity } = condition;
      return (cell) => typeof cell === "number" && cell >= from && cell < before;
    }
  }
  return condition satisfies never;
}

/** Matches the words of `Nov 21, 2026, 14:05:09` in lower case, and parts of them. */
const DATE_WORD = /^(?:[a-z]{1,3}|[\d,:]{1,8})$/;

/** True if a search also looks for the folded `word` in dates. */
export const mayBeInDate = (word: string): boolean => DATE_WORD.test(word);

function memoizeByRow<Row extends object>(make: (row: Row) => string): (row: Row) => string {
  const known = new WeakMap<Row, string>();
  return (row) => {
    let text = known.get(row);
    if (text === undefined) known.set(row, (text = make(row)));
    return text;
  };
}
