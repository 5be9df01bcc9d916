import type { PaginationOptions, PaginationResult } from "convex/server";
import { note } from "./output";

/** Rows per page: half of the server's limit (convex/model/common/pages.ts). */
const PAGE_ROWS = 100;

/** Yields the pages of a paginated query; each is fetched on demand. */
export async function* allPages<Row>(
  fetchPage: (options: PaginationOptions) => Promise<PaginationResult<Row>>,
): AsyncGenerator<Row[], void> {
  for (let cursor: string | null = null; ;) {
    const result: PaginationResult<Row> = await fetchPage({ numItems: PAGE_ROWS, cursor });
    yield result.page;
    if (result.isDone) return;
    cursor = result.continueCursor;
  }
}

/** Yields the rows of these pages one by one. */
export async function* allRows<Row>(
  fetchPage: (options: PaginationOptions) => Promise<PaginationResult<Row>>,
): AsyncGenerator<Row, void> {
  for await (const page of allPages(fetchPage)) yield* page;
}

/** Yields the rows that match; a filtered page may end with one that does not. */
export async function* filterRows<Row>(
  rows: AsyncIterable<Row>,
  matches: (row: Row) => boolean,
): AsyncGenerator<Row, void> {
  for await (const row of rows) if (matches(row)) yield row;
}

/** Returns the first `limit` rows. */
export async function takeRows<Row>(rows: AsyncIterable<Row>, limit: number): Promise<Row[]> {
  const taken: Row[] = [];
  for await (const row of rows) {
    taken.push(row);
    if (taken.length >= limit) break;
  }
  return taken;
}

/** Returns the first `limit` rows, and notes on stderr if there are more. */
export async function firstRows<Row>(rows: AsyncIterable<Row>, limit: number): Promise<Row[]> {
  const found = await takeRows(rows, limit + 1);
  if (found.length > limit) {
    const shown = limit === 1 ? "Only the first is shown" : `Only the first ${limit} are shown`;
    note(`${shown}: there are more. Add --limit N.`);
  }
  return found.slice(0, limit);
}

/**
 * Merges sorted ranges into one, in the same order, without duplicate rows.
 *
 * @param comesFirst true if `a` belongs before `b`
 * @param identity equal texts mean the same row
 */
export async function* mergeSorted<Row>(
  ranges: readonly AsyncGenerator<Row, void>[],
  comesFirst: (a: Row, b: Row) => boolean,
  identity: (row: Row) => string,
): AsyncGenerator<Row, void> {
  const heads = await Promise.all(ranges.map((range) => range.next()));
  const seen = new Set<string>();
  for (;;) {
    let first: { index: number; row: Row } | null = null;
    for (const [index, head] of heads.entries()) {
      if (head.done || (first !== null && !comesFirst(head.value, first.row))) continue;
      first = { index, row: head.value };
    }
    if (first === null) return;
    const { index, row }: { index: number; row: Row } = first;
    if (!seen.has(identity(row))) yield row;
    seen.add(identity(row));
    const next = await ranges[index]?.next();
    if (next) heads[index] = next;
  }
}
