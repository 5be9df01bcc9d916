import type { StatusCounts } from "#domain/custody/statuses";

/**
 * A place in the feed of changes. Each changed sample takes the next number of a shard, in the
 * order of commits; `heads[shard]` is the last one. `runId`: the run of the deployment that said
 * so.
 */
export type FeedPlace = { readonly runId: string; readonly heads: readonly number[] };

/** The feed's present place, and all samples by status at that moment. */
export type FeedPosition = FeedPlace & { readonly counts: StatusCounts };

/** True if `place` is where `other` is. */
export const isAt = (place: FeedPlace, other: FeedPlace): boolean =>
  place.runId === other.runId &&
  other.heads.every((head, shard) => head === (place.heads[shard] ?? 0));

/** `cursor`: of the page that follows; null after the last one. */
export type FeedPage<Row> = { readonly rows: readonly Row[]; readonly cursor: string | null };

/** Changes, and the place that they lead to. */
export type FeedChanges<Row> = FeedPlace & {
  /** The changed rows as they were when this was read. */
  readonly rows: readonly Row[];
  /** The ids of those that are gone. */
  readonly removed: readonly string[];
  /** No change follows: a copy now equals the server's rows of that moment. */
  readonly isDone: boolean;
};

/**
 * The server's half of a copy (convex/model/lists/sampleFeed.ts).
 *
 * A page holds rows as they are when it is read. What has changed since a place is among the
 * changes after it, so a position, then all pages, then the changes after that position make an
 * exact copy.
 *
 * @throws FeedRefused when the caller may not; any other error is worth another attempt
 */
export interface FeedServer<Row> {
  page(cursor: string | null): Promise<FeedPage<Row>>;
  /** Returns the first changes after `place`; null when only loading all pages helps. */
  changes(place: FeedPlace): Promise<FeedChanges<Row> | null>;
}

/** The server's refusal: the person has lost their role or session, or the page is outdated. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
}
