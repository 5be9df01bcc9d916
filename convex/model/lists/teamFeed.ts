import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserQueryCtx } from "../../lib/functions";
import { readMoves, resolveAddresses } from "../people/addressMoves";
import { changesBetween, countBehind } from "./feedChanges";
import { currentRun } from "./sampleFeed";
import { formerReports } from "../people/supervision";
import { headsOfTeam } from "../people/teamHeads";
import { TOTAL_SHARDS } from "../common/totals";

/**
 * Feeds a supervisor's table of what the team holds. Once live pages of `samples.list` have brought
 * all rows, the table watches the changes since then in their place. So a hand-over costs what one
 * row costs, not the pages that it touches.
 *
 * A change has a place in one of 16 shards, numbered in the order of commits for each team
 * (`TeamHeads`): the numbers tell nothing of other teams. A sample stands at the place of its
 * latest change in its present team. What is left of it in a former team is its id alone.
 */

/** Changes of one answer. */
const MAX_CHANGES = 100;

/** A table that is further behind loads its pages again, which takes about as long. */
const MAX_BEHIND = 5_000;

/** A place in the team's feed: the run of the deployment, and the latest number of each shard. */
export type TeamPlace = { runId: string; heads: number[] };

export type TeamChanges = {
  /** The place that the changes lead to. */
  place: TeamPlace;
  /** The changed samples that the team has now. */
  samples: Doc<"samples">[];
  /** Samples that the team had and has no more. */
  left: Id<"samples">[];
  isDone: boolean;
};

/**
 * The next changes of the caller's team after `since`; without `since`, the present place alone.
 *
 * @returns null when the rows must come from pages: the deployment has started since, the table is
 *   too far behind, or the team follows its supervisor to another address; "withdrawn" while
 *   samples follow a person who left the team, which the table must no longer show
 */
export async function changes(
  ctx: UserQueryCtx,
  since: TeamPlace | null,
): Promise<TeamChanges | "withdrawn" | null> {
  const { email } = ctx.actor;
  const moves = await readMoves(ctx);
  if ([...moves.values()].includes(email)) return null;
  if ((await formerReports(ctx, email)).size > 0) return "withdrawn";
  const runId = await currentRun(ctx);
  const present = await headsOfTeam(ctx, email);
  if (since === null) {
    return { place: { runId, heads: present }, samples: [], left: [], isDone: true };
  }
  if (since.heads.length !== TOTAL_SHARDS) throw appError("INPUT_INVALID", { field: "heads" });
  const behind = countBehind(since.heads, present);
  if (since.runId !== runId || behind === null || behind > MAX_BEHIND) return null;

  const between = { since: since.heads, present, room: MAX_CHANGES };
  const found = await changesBetween<Change>(
    between,
    (shard, from, room) => changesOfShard(ctx, { supervisor: email, shard, from }, room),
    seqOf,
  );
  const changed = found.changes.filter((each) => "status" in each);
  const samples = await resolveAddresses(ctx, changed);
  const departed = found.changes.flatMap((each) => ("sampleId" in each ? [each.sampleId] : []));
  const left = [];
  for (const sampleId of new Set(departed)) {
    // It may be back, at a place in another shard.
    const sample = await ctx.db.get("samples", sampleId);
    if (sample?.supervisor !== email) left.push(sampleId);
  }
  return { place: { runId, heads: found.heads }, samples, left, isDone: found.isDone };
}

/** A changed sample of the team as it is now, or one that left. */
type Change = Doc<"samples"> | Doc<"teamDepartures">;

/** Reads the first `room` changed and the first `room` departed samples of a shard after `from`. */
async function changesOfShard(
  ctx: QueryCtx,
  { supervisor, shard, from }: { supervisor: string; shard: number; from: number },
  room: number,
): Promise<Change[]> {
  const changed = await ctx.db
    .query("samples")
    .withIndex("by_supervisor_and_feedShard_and_teamSeq", (q) =>
      q.eq("supervisor", supervisor).eq("feedShard", shard).gt("teamSeq", from),
    )
    .take(room);
  const departed = await ctx.db
    .query("teamDepartures")
    .withIndex("by_supervisor_and_feedShard_and_teamSeq", (q) =>
      q.eq("supervisor", supervisor).eq("feedShard", shard).gt("teamSeq", from),
    )
    .take(room);
  return [...changed, ...departed];
}

const seqOf = ({ teamSeq = 0 }: Change) => teamSeq;
