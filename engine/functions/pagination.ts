import { ConvexError } from "convex/values";
import type { StoredDocument } from "../commit/database";
import { keyAfter } from "../values/keys";
import { LIMITS } from "../values/limits";
import type { CursorPosition } from "./cursors";
import type { TransactionExecution } from "./execution";
import { indexScan, queryRows, type IndexScan, type QueryJson } from "./query";

export interface QueryPageArgs {
  readonly query: QueryJson;
  /** null starts at the beginning. */
  readonly cursor: string | null;
  readonly endCursor: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead: number | null;
  readonly maximumBytesRead?: number | null;
}

// A page is an array in the function's result and counts against what a function may read.
const LARGE = 0.75; // fraction of a limit from which splitting the page is recommended

/**
 * Reads one page of a query: the rows after `cursor`, up to the page size. When the page's end is
 * already known, reads exactly the rows in (cursor, end], regardless of their number.
 *
 * Invariant: a client's pages are adjacent and never overlap. A page's first run fixes its end
 * (`continueCursor`); reruns receive that end as `endCursor` or as the query's journal, so a row
 * inserted between two rows of a page appears in that page only.
 *
 * @returns the syscall's result
 * @throws ConvexError when a cursor belongs to another query; clients respond by starting over
 */
export function queryPage(run: TransactionExecution, args: QueryPageArgs) {
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
  const { page, end: reached, status: pageStatus } = read;
  return { page, isDone: reached === "end", continueCursor, splitCursor, pageStatus };

  function knownEnd(): CursorPosition | null {
    if (args.endCursor !== null) return open(args.endCursor);
    // A journal of an older version of the function no longer fits; the page then gets a new end.
    return run.previousJournal === null ? null : cursors.open(queryText, run.previousJournal);
  }
}

interface Page {
  readonly page: StoredDocument[];
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
  const page: StoredDocument[] = [];
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
  for (const document of rows) {
    page.push(document);
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

/** Narrows `scan` to the rows after `start`, up to and including the row at `end`. */
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

/**
 * Returns a ConvexError, so that the text is shown in production too: the client caused the error.
 */
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
