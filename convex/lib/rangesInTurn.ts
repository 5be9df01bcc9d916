import type {
  NamedTableInfo,
  OrderedQuery,
  PaginationOptions,
  PaginationResult,
  TableNamesInDataModel,
} from "convex/server";
import type { DataModel, Doc } from "../_generated/dataModel";
import { invalidCursor } from "./mergedRanges";

/** The cursor of the range at a place: `range 1:` and that range's own cursor, if it has begun. */
const CURSOR = /^range (\d+):(.*)$/s;

/**
 * One page of index ranges that are read one after another; each range is live as if it were alone.
 * A range without rows is passed over, so a page is empty only when no row follows.
 *
 * @param ranges at least one
 */
export async function pageInTurn<T extends TableNamesInDataModel<DataModel>>(
  ranges: readonly (() => OrderedQuery<NamedTableInfo<DataModel, T>>)[],
  options: PaginationOptions,
): Promise<PaginationResult<Doc<T>>> {
  const parts = options.cursor === null ? ["", "0", ""] : CURSOR.exec(options.cursor);
  if (ranges.length === 1) {
    if (options.cursor !== null && parts !== null) throw invalidCursor();
    return await rangeAt(ranges, 0)().paginate(options);
  }
  if (parts === null) throw invalidCursor();
  const begun = parts[2] ?? "";
  let place = Number(parts[1]);
  if (begun === "") {
    while (place < ranges.length - 1 && (await rangeAt(ranges, place)().first()) === null) place++;
  }
  const range = rangeAt(ranges, place)();
  const found = await range.paginate({ ...options, cursor: begun === "" ? null : begun });
  const isLast = place === ranges.length - 1;
  const next =
    found.isDone && !isLast ? `range ${place + 1}:` : `range ${place}:${found.continueCursor}`;
  return { page: found.page, isDone: found.isDone && isLast, continueCursor: next };
}

function rangeAt<Range>(ranges: readonly Range[], place: number): Range {
  const range = ranges[place];
  if (range === undefined) throw invalidCursor();
  return range;
}
