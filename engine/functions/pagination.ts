import { ConvexError } from "convex/values";
import { keyAfter } from "../values/keys";
import { LIMITS } from "../values/limits";
import type { CursorPosition } from "./cursors";
import type { TransactionExecution } from "./execution";
import { indexScan, queryRows, type IndexScan, type QueryJson } from "./query";

export interface QueryPageArgs {
  readonly query: QueryJson;
  /** null: from the beginning. */
  readonly cursor: string | null;
  readonly endCursor: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead: number | null;
  readonly maximumBytesRead?: number | null;
}

// A page is an array in the function's result and counts against what a function may read.
const LARGE = 0.75; // of a limit: the page should be split before it is passed

/**
 * One page of a query: the rows after `cursor`, up to the page size — or, when the page's end is
 * already known, exactly those in (cursor, end], however many they have become.
 *
 * Invariant: pages that a client holds touch and never overlap. A page's first run fixes its end
 * (`continueCursor`); re-runs get it back, as `endCursor` or as the query's journal, so a row that
 * appears between two rows of a page appears in that page, and in no other.
 *
 * @returns the syscall's result text; documents are spliced in unparsed
 * @throws a ConvexError that clients answer by starting over, when a cursor is not one of this
 *   query
 */
export function queryPage(run: TransactionExecution, args: QueryPageArgs): string {
  checkArgs(run, args);
  const { cursors } = run.services;
  const queryText = JSON.stringify(args.query);
  const open = (cursor: string): CursorPosition => {
    const position = cursors.open(queryText, cursor);
    if (position === null) throw invalidCursor();
    return position;
  };
  const start = args.cursor === null ? null : open(args.cursor);
  const end = knownEnd();
  const read = readPage(run, args, start, end);

  const continueCursor = cursors.seal(queryText, read.end);
  run.journal = continueCursor;
  const splitCursor = read.middle ? cursors.seal(queryText, { after: read.middle }) : null;
  return `{"page":[${read.page.join(",")}],"isDone":${read.end === "end"},"continueCursor":"${continueCursor}","splitCursor":${JSON.stringify(splitCursor)},"pageStatus":${JSON.stringify(read.status)}}`;

  function knownEnd(): CursorPosition | null {
    if (args.endCursor !== null) return open(args.endCursor);
    // A journal of an older version of the function no longer fits: the page is then cut anew.
    return run.previousJournal === null ? null : cursors.open(queryText, run.previousJournal);
  }
}

interface Page {
  readonly page: string[];
  readonly end: CursorPosition;
  /** Key of the row to split the page after. */
  readonly middle: Uint8Array | null;
  readonly status: "SplitRecommended" | "SplitRequired" | null;
}

function readPage(
  run: TransactionExecution,
  args: QueryPageArgs,
  start: CursorPosition | null,
  knownEnd: CursorPosition | null,
): Page {
  const page: string[] = [];
  if (start === "end") return { page, end: "end", middle: null, status: null };
  const { tx } = run;
  const whole = indexScan(tx, args.query);
  const scan = between(whole, start, knownEnd);
  const keysRead: Uint8Array[] = [];
  const bytesBefore = tx.metrics.bytesRead;
  const maxRows = args.maximumRowsRead ?? Infinity;
  const maxBytes = args.maximumBytesRead ?? Infinity;

  let isFull = false;
  let hitLimit = false;
  const rows = queryRows(tx, scan, args.query, ({ key }) => {
    keysRead.push(key);
    hitLimit = keysRead.length >= maxRows || tx.metrics.bytesRead - bytesBefore >= maxBytes;
    return !hitLimit;
  });
  for (const row of rows) {
    page.push(row.json);
    isFull = knownEnd === null && page.length >= args.pageSize;
    if (isFull) break;
  }
  const lastRead = keysRead.at(-1);
  const reached: CursorPosition = (isFull || hitLimit) && lastRead ? { after: lastRead } : "end";
  const { documentsRead, bytesRead } = tx.metrics;
  const isLarge =
    page.length > LARGE * LIMITS.arrayLength ||
    documentsRead > LARGE * LIMITS.documentsRead ||
    bytesRead > LARGE * LIMITS.bytesRead;
  const recommended = isLarge ? "SplitRecommended" : null;
  return {
    page,
    end: knownEnd ?? reached,
    middle: keysRead.length > 2 ? (keysRead[Math.floor(keysRead.length / 2)] ?? null) : null,
    status: hitLimit && !isFull ? "SplitRequired" : recommended,
  };
}

/** `scan` cut down to the rows after `start`, up to and including the one at `end`. */
function between(
  scan: IndexScan,
  start: { after: Uint8Array } | null,
  end: CursorPosition | null,
): IndexScan {
  const last = end === null || end === "end" ? null : end.after;
  const first = start?.after ?? null;
  const { range } = scan;
  if (scan.order === "asc") {
    return {
      ...scan,
      range: {
        start: first ? keyAfter(first) : range.start,
        end: last ? keyAfter(last) : range.end,
      },
    };
  }
  return { ...scan, range: { start: last ?? range.start, end: first ?? range.end } };
}

function checkArgs(run: TransactionExecution, args: QueryPageArgs): void {
  if (!(args.pageSize >= 1)) {
    throw paginationError("InvalidPageSize", "Must request at least 1 document while paginating");
  }
  for (const name of ["maximumRowsRead", "maximumBytesRead"] as const) {
    const limit = args[name] ?? Infinity;
    if (!(limit > 0)) throw paginationError("InvalidLimit", `${name} must be greater than 0`);
  }
  if (run.journal !== null) {
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
}

function invalidCursor(): PaginationError {
  return paginationError(
    "InvalidCursor",
    "Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
  );
}

type PaginationError = ConvexError<{
  isConvexSystemError: true;
  paginationError: string;
  message: string;
}>;

/** A ConvexError, because the client chose what is wrong: its text is shown in production, too. */
function paginationError(code: string, text: string): PaginationError {
  const message = `${code}: ${text}`;
  const error = new ConvexError({
    isConvexSystemError: true as const,
    paginationError: code,
    message,
  });
  error.message = message;
  return error;
}
