import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import { compareInList, statusesIn, type ListName, type Scope } from "#domain/samples/lists";
import { isRequestStatus } from "#domain/custody/overdue";
import type { Role } from "#domain/custody/workflow";
import type { QueryWatcher } from "./livePages";
import { LiveStore } from "./liveStore";
import { SAMPLE_COLUMNS } from "./sampleColumns";

/**
 * Rows that a large screen shows: loaded of each range for an admin, until the replica is complete.
 */
const LARGE_SCREEN = 50;

/** The part of a list that a table shows. `isOverdue`: only statuses with requests. */
type Part = {
  readonly list: ListName;
  readonly scopes: readonly Scope[];
  readonly isOverdue: boolean;
};

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
  const ranges = scopes.filter((scope) => !isFollowed(scope)).flatMap(rangesOf);
  return new LiveStore<SampleRow>({
    watcher,
    columns: SAMPLE_COLUMNS,
    ranges,
    followed: {
      ranges: scopes.filter(isFollowed).flatMap(rangesOf),
      changes: api.teamFeed.changes,
      has: ({ status }) => statusesOf("team").includes(status),
    },
    compare: compareInList(list),
    identify: (text) => ({
      query: api.samples.identified,
      args: { list, scopes: [...scopes], text },
    }),
    // An admin's rows are too many to be live.
    ...(role === "admin" && { reach: LARGE_SCREEN * ranges.length, pageSize: 30 }),
  });
}
