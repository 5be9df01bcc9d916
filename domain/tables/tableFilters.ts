import { formatDateTime } from "../common/dates";
import { fold } from "../common/fold";
import { searchWords } from "../samples/identifierLookup";

/**
 * Filters of a table. Server, browser and CLI apply this one predicate, so a page filtered by the
 * server and the same rows filtered in a browser agree (docs/product.md, "Search and filters").
 */

/** Value of a cell: a text, several texts, or epoch ms of a date; undefined when empty. */
export type CellValue = string | number | undefined | readonly string[];

/** Returns the choices that a select filter offers for a cell; `""` for an empty cell. */
export function choicesOf(cell: CellValue): readonly string[] {
  return typeof cell === "object" ? cell : [String(cell ?? "")];
}

/**
 * Longest text to search for, in characters, and most values chosen in one filter; the server
 * refuses more.
 */
export const MAX_QUERY_TEXT = 255;
export const MAX_CHOSEN = 1_000;

/** One column's filter. A row must satisfy all conditions of a query. */
export type Condition =
  /**
   * Matches if the cell's text, or one of its texts, is among `anyOf`; `""` matches an empty cell.
   */
  | { readonly kind: "select"; readonly field: string; readonly anyOf: readonly string[] }
  /**
   * Matches if the text contains `contains`, in any case, with or without accents and the spaces of
   * a grouped IMEI.
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
 * A condition that a list puts on its rows by itself. Beyond the filters of people it may leave
 * rows out: `none` matches if no text of the cell is among `noneOf`.
 */
export type Bound =
  Condition | { readonly kind: "none"; readonly field: string; readonly noneOf: readonly string[] };

/**
 * The filters and the search of a table. `search`: words that must all occur, each in any column.
 */
export type TableQuery = { readonly search: string; readonly conditions: readonly Condition[] };

/** A column of stored fields; `Column` of domain/samples/fields.ts is one. */
type FieldColumn = { readonly field: string; readonly kind: string };

/**
 * Returns the filter column of a stored field: dates as tables show them (`timeZone`: the reader's
 * own when left out), other values as they are stored.
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
 * Reads one column of a row. `isDate`: `text` is a formatted date, made only when a search needs
 * it.
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
 * Prepares `columns` for filtering and returns a function that gives the test of a row for each
 * query, with the bounds of its list among the conditions. A condition on an unknown field is
 * ignored: callers check conditions from outside with `unknownField`.
 *
 * Cost of a test: the conditions, then one `includes` for each word. A row's text is made once for
 * each prepared table (live queries keep unchanged rows identical); the text of its dates only for
 * words that may occur in a date.
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

/** Returns the first condition's field that is not among `columns`; undefined when all are. */
export function unknownField(
  conditions: readonly Condition[],
  columns: readonly { readonly id: string }[],
): string | undefined {
  return conditions.find(({ field }) => !columns.some(({ id }) => id === field))?.field;
}

/** True if the query lets every row through. */
export function isEmptyQuery({ search, conditions }: TableQuery): boolean {
  return conditions.length === 0 && searchWords(search).length === 0;
}

export type CellTest = (cell: CellValue) => boolean;

/** Returns the test that `condition` makes of its column's cell. */
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

/** Matches the words of `Nov 21, 2026, 14:05:09` in small letters, and parts of them. */
const DATE_WORD = /^(?:[a-z]{1,3}|[\d,:]{1,8})$/;

/** True if a search looks for the folded `word` in dates as well. */
export const mayBeInDate = (word: string): boolean => DATE_WORD.test(word);

function memoizeByRow<Row extends object>(make: (row: Row) => string): (row: Row) => string {
  const known = new WeakMap<Row, string>();
  return (row) => {
    let text = known.get(row);
    if (text === undefined) known.set(row, (text = make(row)));
    return text;
  };
}
