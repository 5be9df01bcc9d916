import { mergedStream, stream, type QueryStream } from "convex-helpers/server/stream";
import type {
  NamedTableInfo,
  OrderedQuery,
  PaginationOptions,
  PaginationResult,
  TableNamesInDataModel,
} from "convex/server";
import { ConvexError } from "convex/values";
import type { DataModel, Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import schema from "../schema";

type Table = TableNamesInDataModel<DataModel>;
type Range<T extends Table> = OrderedQuery<NamedTableInfo<DataModel, T>>;
type Rows<T extends Table> = Pick<Range<T>, "take" | typeof Symbol.asyncIterator> & {
  paginate: (options: PaginationOptions) => Promise<PaginationResult<Doc<T>>>;
};

/** Prefix that marks a cursor of merged ranges; a single range must not accept it. */
const MERGED = "merged:";

/**
 * Reads the index ranges of several keys as one, ordered by `orderFields`, the index's fields after
 * the key. A single key, the usual case, reads its own range directly.
 *
 * A live page of merged ranges keeps its size when rows are added or removed, so a row may fall
 * between two pages until only one range is left. Then the cursors differ, and clients reload.
 */
export function mergeRanges<T extends Table>(
  ctx: QueryCtx,
  keys: readonly string[],
  orderFields: string[],
  rangeOf: (db: QueryCtx["db"], key: string) => Range<T>,
): Rows<T> {
  const [key = "", ...others] = keys;
  if (others.length === 0) {
    const range = rangeOf(ctx.db, key);
    return {
      take: (count) => range.take(count),
      [Symbol.asyncIterator]: () => range[Symbol.asyncIterator](),
      paginate: async (options) => {
        if (options.cursor?.startsWith(MERGED)) throw invalidCursor();
        return await range.paginate(options);
      },
    };
  }
  // `stream(ctx.db)` has the interface of the database and returns streams instead of queries.
  const streams = keys.map(
    (each) => rangeOf(stream(ctx.db, schema), each) as unknown as QueryStream<Doc<T>>,
  );
  const merged = mergedStream(streams, orderFields);
  return {
    take: (count) => merged.take(count),
    [Symbol.asyncIterator]: () => merged[Symbol.asyncIterator](),
    paginate: async ({ cursor, numItems }) => {
      if (cursor !== null && !cursor.startsWith(MERGED)) throw invalidCursor();
      const place = cursor === null ? null : cursor.slice(MERGED.length);
      const { page, isDone, continueCursor } = await merged.paginate({ cursor: place, numItems });
      return { page, isDone, continueCursor: MERGED + continueCursor };
    },
  };
}

/** Makes clients reload a list, as Convex does for a cursor of another query. */
export function invalidCursor(): ConvexError<{
  isConvexSystemError: true;
  paginationError: "InvalidCursor";
}> {
  return new ConvexError({ isConvexSystemError: true, paginationError: "InvalidCursor" });
}
