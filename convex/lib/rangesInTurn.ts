import type {
  NamedTableInfo,
  PaginationOptions,
  PaginationResult,
  Query,
  TableNamesInDataModel,
} from "convex/server";
import type { DataModel, Doc } from "../_generated/dataModel";
import { invalidCursor } from "./mergedRanges";

type Table = TableNamesInDataModel<DataModel>;
type IndexRange<T extends Table> = Query<NamedTableInfo<DataModel, T>>;

/** Index ranges that are read one after another. A range's name determines its position. */
export type RangeSequence<T extends Table> = {
  /**
   * Returns the name of the first non-empty range after `name` (null: of all ranges); null if there
   * is none.
   */
  readonly next: (name: string | null) => Promise<string | null>;
  /** @throws an invalid cursor for a name that `next` never returns */
  readonly open: (name: string) => IndexRange<T>;
};

/**
 * A position in a sequence of ranges: after the Convex cursor `begun` in the range `name`, whose
 * non-empty predecessor is `after`. Null `after`: no range before it; null `begun`: at the range's
 * start.
 */
type Place = {
  readonly after: string | null;
  readonly name: string | null;
  readonly begun: string | null;
};

const START: Place = { after: null, name: null, begun: null };

/**
 * One page of index ranges that are read one after another, each from its newest end. A single
 * range, the usual case, returns its own page.
 *
 * @param ranges at least one
 */
export async function pageInTurn<T extends Table>(
  ranges: readonly (() => IndexRange<T>)[],
  options: PaginationOptions,
): Promise<PaginationResult<Doc<T>>> {
  const [first, ...others] = ranges;
  if (first === undefined || others.length > 0) {
    return await pageOfSequence(listedRanges(ranges), options);
  }
  if (options.cursor?.startsWith(IN_TURN)) throw invalidCursor();
  return await first().order("desc").paginate(options);
}

/**
 * One page of `ranges`, from each range's newest end. A page is as live as one of its range alone,
 * and is empty only when no row follows. A page ends with its range, so it may be short.
 *
 * @throws an invalid cursor, which makes clients reload; also if a range that earlier pages skipped
 *   as empty now has rows
 */
export async function pageOfSequence<T extends Table>(
  ranges: RangeSequence<T>,
  options: PaginationOptions,
): Promise<PaginationResult<Doc<T>>> {
  const place = options.cursor === null ? START : parsePlace(options.cursor);
  const { after, begun } = place;
  // `next` reads from a range's oldest end, so a new row does not invalidate this page.
  const name = await ranges.next(after);
  if (place.name !== null && place.name !== name) throw invalidCursor();
  if (name === null) return { page: [], isDone: true, continueCursor: formatPlace(START) };
  const range = ranges.open(name).order("desc");
  const found = await range.paginate({ ...options, cursor: begun });
  const following = found.isDone ? await ranges.next(name) : null;
  const next =
    following === null
      ? { after, name, begun: found.continueCursor }
      : { after: name, name: following, begun: null };
  return {
    page: found.page,
    isDone: found.isDone && following === null,
    continueCursor: formatPlace(next),
  };
}

/** A list of ranges as a sequence; a range's name is its index. */
function listedRanges<T extends Table>(ranges: readonly (() => IndexRange<T>)[]): RangeSequence<T> {
  const open = (name: string) => {
    const range = ranges[Number(name)];
    if (range === undefined) throw invalidCursor();
    return range();
  };
  return {
    open,
    next: async (name) => {
      const from = name === null ? 0 : Number(name) + 1;
      for (let index = from; index < ranges.length; index++) {
        if ((await open(String(index)).first()) !== null) return String(index);
      }
      return null;
    },
  };
}

/** Prefix that marks a cursor of consecutive ranges; a single range must not accept it. */
const IN_TURN = "in turn:";

const formatPlace = ({ after, name, begun }: Place) =>
  IN_TURN + JSON.stringify([after, name, begun]);

function parsePlace(cursor: string): Place {
  if (!cursor.startsWith(IN_TURN)) throw invalidCursor();
  const parts = parseJson(cursor.slice(IN_TURN.length));
  if (!Array.isArray(parts)) throw invalidCursor();
  const [after, name, begun] = parts.map((part) => (typeof part === "string" ? part : null));
  return { after: after ?? null, name: name ?? null, begun: begun ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidCursor();
  }
}
