import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import {
  compareInList,
  isByRegistration,
  statusesIn,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import { isRequestStatus } from "#domain/custody/overdue";
import type { Role } from "#domain/custody/workflow";
import type { QueryWatcher } from "./livePages";
import { LiveStore, type StoreRange } from "./liveStore";
import { indexOrder } from "./mergeRanges";
import { SAMPLE_COLUMNS } from "./sampleColumns";

/**
 * Rows that a large screen shows: loaded of each range for an admin, until the replica is complete.
 */
const LARGE_SCREEN = 50;

/** Rows of each further page of the newest ones: as many as two pages of each status. */
const NEWEST_PAGE = 150;

/** The part of a list that a table shows. `isOverdue`: only statuses with requests. */
type Part = {
  readonly list: ListName;
  readonly scopes: readonly Scope[];
  readonly isOverdue: boolean;
};

/** The order of `samples.newest`: newest registration first, but for samples edited since. */
const NEWEST_FIRST = indexOrder<SampleRow>(() => 0, "descending");

/** Opens the live rows of a list; for an admin, only the first ones. */
export function liveSamples(
  watcher: QueryWatcher,
  role: Role,
  { list, scopes, isOverdue }: Part,
): LiveStore<SampleRow> {
  // A supervisor follows the feed of the team's changes; an admin has the replica instead.
  const isFollowed = (scope: Scope) => scope === "team" && role === "supervisor";
  const statusesOf = (scope: Scope) =>
    statusesIn(list, scope).filter((status) => !isOverdue || isRequestStatus(status));
  /** One index range per status of a scope. */
  const rangesOf = (scope: Scope) =>
    statusesOf(scope).map((status) => ({ query: api.samples.list, args: { list, scope, status } }));
  // The ranges of statuses are in the order of the steps that led to them, so the first rows by
  // registration may be far down in each.
  const isNewest = isByRegistration(list) && !isOverdue && scopes.includes("all");
  const ranges: StoreRange<SampleRow>[] = isNewest
    ? [{ query: api.samples.newest, args: { list } }]
    : scopes.filter((scope) => !isFollowed(scope)).flatMap(rangesOf);
  return new LiveStore<SampleRow>({
    watcher,
    columns: SAMPLE_COLUMNS,
    ranges,
    followed: {
      ranges: scopes.filter(isFollowed).flatMap(rangesOf),
      changes: api.teamFeed.changes,
      has: ({ status }) => statusesOf("team").includes(status),
    },
    compare: isNewest ? NEWEST_FIRST : compareInList(list),
    identify: (text) => ({
      query: api.samples.identified,
      args: { list, scopes: [...scopes], text },
    }),
    // An admin's rows are too many to be live.
    ...(role === "admin" && {
      reach: LARGE_SCREEN * (isNewest ? statusesOf("all").length : ranges.length),
      pageSize: isNewest ? NEWEST_PAGE : 30,
    }),
  });
}
