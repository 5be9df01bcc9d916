import type { ConvexReactClient } from "convex/react";
import { toast } from "sonner";
import { formatCount } from "#domain/common/formatCount";
import { inExportPlace, type ExportPlaces } from "#domain/exports/runningExports";
import { isEmptyQuery, rowMatcher } from "#domain/tables/tableFilters";
import { inBackground } from "../connection/backgroundCalls";
import { isInvalidCursor } from "../tables/livePages";
import type { StoreRange } from "../tables/liveStore";
import { mergeRanges, type LoadedRange } from "../tables/mergeRanges";
import type { StoreRow, TableView } from "../tables/rowStore";
import {
  isSameSort,
  orderFor,
  sortRows,
  type ServerOrder,
  type ServerOrders,
} from "../tables/serverOrders";
import { SCAN_PAGE } from "../tables/serverStore";
import { SLICE_ROWS } from "./rowsOfView";
import { api } from "../../../convex/_generated/api";

/**
 * Maximum number of rows kept to be sorted by a column that the server cannot sort by: about 40 MB
 * of history; sorting serial numbers takes half a second of the page's thread.
 */
export const MAX_SORTED = 50_000;

type Client = Pick<ConvexReactClient, "query" | "mutation">;

type ServerExport<Row> = {
  readonly client: Client;
  /** The orders of the list on screen. */
  readonly orders: ServerOrders<Row>;
  readonly view: Pick<TableView, "query" | "sort">;
  readonly signal: AbortSignal;
  /** Called if more than MAX_SORTED rows match: they are in the list's own order. */
  readonly onUnsorted: () => void;
};

/**
 * Yields all rows of `view` in screen order, in slices, from a list searched by the server. One
 * page of each index range is in memory at a time, so millions of rows need little memory; a sort
 * that the server does not support keeps up to MAX_SORTED rows.
 *
 * @throws AbortError, and the server's refusal
 */
export function rowsOfServer<Row extends StoreRow>(
  options: ServerExport<Row>,
): AsyncGenerator<readonly Row[], void> {
  return inExportPlace(exportPlacesOf(options.client), readRows(options), Date.now);
}

async function* readRows<Row extends StoreRow>({
  client,
  orders,
  view: { query, sort },
  signal,
  onUnsorted,
}: ServerExport<Row>): AsyncGenerator<readonly Row[], void> {
  const order = orderFor(orders, sort);
  const ranges = order
    .rangesOf(isEmptyQuery(query) ? null : query)
    .map((range) => new UnwrittenRange(client, range, order.compare));
  // A page also contains the last tested row, whether it matches or not.
  const matches = rowMatcher(orders.columns)(query);
  let kept: Row[] | null = isSameSort(order.sort, sort) ? null : [];
  for await (const rows of mergedRows(ranges, order, signal)) {
    const found = rows.filter(matches);
    if (kept === null) {
      yield* slices(found);
      continue;
    }
    kept.push(...found);
    if (kept.length <= MAX_SORTED) continue;
    onUnsorted();
    yield* slices(kept);
    kept = null;
  }
  if (kept !== null) yield* slices(sortRows(kept, order, orders, sort));
}

/**
 * Yields the rows of all ranges in order, without duplicates, as far as every range has been read.
 */
async function* mergedRows<Row extends StoreRow>(
  ranges: readonly UnwrittenRange<Row>[],
  { compare }: ServerOrder<Row>,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[], void> {
  for (;;) {
    const behind = ranges.filter(({ rows, isDone }) => rows.length === 0 && !isDone);
    signal.throwIfAborted();
    await Promise.all(behind.map((range) => range.readPage()));
    const rows = mergeRanges(ranges, compare);
    const last = rows.at(-1);
    if (last !== undefined) {
      for (const range of ranges) range.passOver(last);
      yield rows;
    } else if (ranges.every(({ isDone }) => isDone)) return;
  }
}

/** The rows of an index range that have been read but not written: at most one page. */
class UnwrittenRange<Row extends StoreRow> implements LoadedRange<Row> {
  rows: readonly Row[] = [];
  isDone = false;
  readonly #client: Client;
  readonly #range: StoreRange<Row>;
  readonly #compare: (one: Row, other: Row) => number;
  #cursor: string | null = null;
  /** The last written row of any range. */
  #written: Row | undefined;

  constructor(client: Client, range: StoreRange<Row>, compare: (one: Row, other: Row) => number) {
    this.#client = client;
    this.#range = range;
    this.#compare = compare;
  }

  /**
   * Reads the next page; starts again after the last written row if the server rejects the cursor.
   */
  async readPage(): Promise<void> {
    try {
      const { page, isDone, continueCursor } = await this.#fetch();
      this.rows = page;
      this.isDone = isDone;
      this.#cursor = continueCursor;
      if (this.#written !== undefined) this.passOver(this.#written);
    } catch (error) {
      if (this.#cursor === null || !isInvalidCursor(error)) throw error;
      this.#cursor = null;
    }
  }

  /** Skips the rows up to `written`. */
  passOver(written: Row): void {
    this.#written = written;
    this.rows = this.rows.filter((row) => this.#compare(row, written) > 0);
  }

  #fetch() {
    const { query, args } = this.#range;
    const paginationOpts = { cursor: this.#cursor, numItems: SCAN_PAGE };
    return this.#client.query(query, { ...args, paginationOpts });
  }
}

function* slices<Row>(rows: readonly Row[]): Generator<readonly Row[], void> {
  for (let from = 0; from < rows.length; from += SLICE_ROWS) {
    yield rows.slice(from, from + SLICE_ROWS);
  }
}

/** The slots of the signed-in person's exports: at most two run at a time. */
export function exportPlacesOf(client: Pick<ConvexReactClient, "mutation">): ExportPlaces {
  return {
    begin: () => inBackground(client.mutation(api.exports.begin, {})),
    renew: (exportId) => inBackground(client.mutation(api.exports.renew, { exportId })),
    end: (exportId) => inBackground(client.mutation(api.exports.end, { exportId })),
  };
}

/** Shows why a file's order differs from the screen's: `onUnsorted` of an export. */
export function tellUnsorted(): void {
  const count = formatCount(MAX_SORTED);
  toast.info(`More than ${count} records match: the file has them newest first`);
}
