/**
 * Feeds a supervisor's table of the team's samples. After live pages of `samples.list` have loaded
 * all rows, the table subscribes to the changes since then instead of the pages. So a hand-over
 * resends one row, not every page that it touches.
 *
 * Each change has a position in one of 16 shards, numbered per team in commit order (`TeamHeads`),
 * so the numbers reveal nothing about other teams. A sample is indexed at the position of its
 * latest change in its current team. A former team keeps only its id.
 */
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

/** Maximum number of changes per answer. */
const MAX_CHANGES = 100;

/** A table further behind reloads its pages, which takes about as long. */
const MAX_BEHIND = 5_000;

/**
 * A position in the team's feed: the run of the deployment, and the latest number of each shard.
 */
export type TeamPlace = { runId: string; heads: number[] };

export type TeamChanges = {
  /** The position after these changes. */
  place: TeamPlace;
  /** The changed samples that the team holds now. */
  samples: Doc<"samples">[];
  /** Samples that have left the team. */
  left: Id<"samples">[];
  isDone: boolean;
};

/**
 * The next changes of the caller's team after `since`; without `since`, only the current position.
 *
 * @returns null when the table must reload its pages: the deployment has restarted, the table is
 *   too far behind, or the team's documents are being moved to its supervisor's new address;
 *   "withdrawn" while samples are being moved away with a person who left the team, which the table
 *   must hide
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
    // The sample may have returned at a position in another shard.
    const sample = await ctx.db.get("samples", sampleId);
    if (sample?.supervisor !== email) left.push(sampleId);
  }
  return { place: { runId, heads: found.heads }, samples, left, isDone: found.isDone };
}

/** A changed sample of the team in its current state, or a sample that left. */
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
