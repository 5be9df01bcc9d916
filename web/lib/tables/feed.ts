import type { StatusCounts } from "#domain/custody/statuses";

/**
 * A position in the feed of changes. Each changed sample gets the next number of a shard, in commit
 * order; `heads[shard]` is the latest one. `runId`: the run of the deployment that returned it.
 */
export type FeedPlace = { readonly runId: string; readonly heads: readonly number[] };

/** The feed's current position, and the counts of all samples by status at that moment. */
export type FeedPosition = FeedPlace & { readonly counts: StatusCounts };

/** True if `place` equals `other`. */
export const isAt = (place: FeedPlace, other: FeedPlace): boolean =>
  place.runId === other.runId &&
  other.heads.every((head, shard) => head === (place.heads[shard] ?? 0));

/** The end of all rows, in order of creation, at which pages begin. */
export type FeedEnd = "oldest" | "newest";

/** `cursor`: of the following page from the same end; null after the last one. */
export type FeedPage<Row> = { readonly rows: readonly Row[]; readonly cursor: string | null };

/** Changes, and the position after them. */
export type FeedChanges<Row> = FeedPlace & {
  /** The changed rows as of this answer. */
  readonly rows: readonly Row[];
  /** Ids of deleted rows. */
  readonly removed: readonly string[];
  /** No change follows: a replica now equals the server's rows as of this answer. */
  readonly isDone: boolean;
};

/**
 * The server's half of a replica (convex/model/lists/sampleFeed.ts).
 *
 * A page contains rows as of its reading. The changes after a position include every row changed
 * since. So reading a position, then all pages, then the changes after that position yields an
 * exact replica.
 *
 * @throws FeedRefused if the caller may not read it; after any other error, retry
 */
export interface FeedServer<Row> {
  /** @param cursor null for the first page from `end` */
  page(end: FeedEnd, cursor: string | null): Promise<FeedPage<Row>>;
  /** Returns the first changes after `place`; null if all pages must be loaded again. */
  changes(place: FeedPlace): Promise<FeedChanges<Row> | null>;
}

/** The server's refusal: the user has lost the role or session, or the page is outdated. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
}
