import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import * as Counters from "../samples/counters";
import { writeSamples } from "../samples/sampleWrites";

/**
 * Moves samples along when their holder gets another supervisor. A sample stores its holder's
 * supervisor, so that a team's list is one index range. When the supervisor changes, the samples
 * follow in batches; a holder of at most one batch, which is nearly everybody, is done in the
 * transaction of the change itself, where an import of people changes many holders, as far as one
 * batch goes. For others, `supervisorMoves` records that the stored supervisor is out of date until
 * the last batch, and readers look there:
 *
 * - `supervisorOf` (detail and history of a sample) answers the new supervisor from the first
 *   moment,
 * - the old supervisor's lists leave those samples out from the first moment (`formerReports`),
 * - the new supervisor's lists gain them batch by batch, within seconds.
 *
 * So nobody ever sees a sample that they may not see. The figures on the dashboard follow at once.
 */

/** Samples moved in one transaction: some 30 ms of the server's thread. */
const BATCH = 50;

/** More holders than an import of people takes from one supervisor before their samples follow. */
const MAX_MOVES = 5_000;

/** Samples that have followed in a transaction, which has room for BATCH. */
const movedIn = new WeakMap<MutationCtx["db"], number>();

/**
 * Starts moving one person's samples. Call it in the mutation that changes `users.supervisor`,
 * after the change.
 */
export async function moveSamples(
  ctx: MutationCtx,
  person: { readonly email: string; readonly from: string; readonly to: string },
): Promise<void> {
  if (person.from === person.to) return;
  await Counters.setSupervisor(ctx, person.email, person.to, Date.now());
  const earlier = await movesOf(ctx, person.email);
  for (const move of earlier) await ctx.db.patch("supervisorMoves", move._id, { to: person.to });
  const room = BATCH - (movedIn.get(ctx.db) ?? 0);
  const moved = await moveBatch(ctx, person.email, person.to, room);
  movedIn.set(ctx.db, BATCH - room + moved);
  if (moved < room) return await finish(ctx, person.email);
  if (!earlier.some(({ from }) => from === person.from)) {
    await ctx.db.insert("supervisorMoves", { ...person, moved });
  }
  await ctx.scheduler.runAfter(0, internal.samples.followSupervisor, { email: person.email });
}

/** Moves the next batch that `moveSamples` started; schedules its successor until none is left. */
export async function moveNextBatch(ctx: MutationCtx, email: string): Promise<void> {
  const moves = await movesOf(ctx, email);
  const [move] = moves;
  if (move === undefined) return;
  const moved = await moveBatch(ctx, email, move.to, BATCH);
  if (moved < BATCH) return await finish(ctx, email);
  await ctx.db.patch("supervisorMoves", move._id, { moved: move.moved + moved });
  await ctx.scheduler.runAfter(0, internal.samples.followSupervisor, { email });
}

/**
 * @returns the number of samples of `holder` that got the supervisor `to`; fewer than `room`: no
 *   more are left
 */
async function moveBatch(
  ctx: MutationCtx,
  holder: string,
  to: string,
  room: number,
): Promise<number> {
  const before = await ctx.db
    .query("samples")
    .withIndex("by_samplmanag_and_supervisor", (q) =>
      q.eq("samplmanag", holder).lt("supervisor", to),
    )
    .take(room);
  const after = await ctx.db
    .query("samples")
    .withIndex("by_samplmanag_and_supervisor", (q) =>
      q.eq("samplmanag", holder).gt("supervisor", to),
    )
    .take(room - before.length);
  const stale = [...before, ...after];
  await writeSamples(ctx, async (samples) => {
    for (const sample of stale) await samples.patch(sample, { supervisor: to });
  });
  return stale.length;
}

async function finish(ctx: MutationCtx, email: string) {
  for (const move of await movesOf(ctx, email)) await ctx.db.delete("supervisorMoves", move._id);
}

async function movesOf(ctx: QueryCtx, email: string) {
  return await ctx.db
    .query("supervisorMoves")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_MOVES);
}

/**
 * Refuses a change of a person's address while samples follow them, or a report, to or from them.
 *
 * @throws ADDRESS_MOVING
 */
export async function requireSettled(ctx: QueryCtx, email: string): Promise<void> {
  const moves = await ctx.db.query("supervisorMoves").take(MAX_MOVES);
  const isMoving = moves.some((move) => [move.email, move.from, move.to].includes(email));
  if (isMoving) throw appError("ADDRESS_MOVING", { email });
}

/** The e-mail of the holder's present supervisor, also while their samples still follow. */
export async function supervisorOf(ctx: QueryCtx, sample: Doc<"samples">): Promise<string> {
  const [move] = await movesOf(ctx, sample.samplmanag);
  return move?.to ?? sample.supervisor;
}

/** Holders who left `supervisor` and whose samples may still name them. */
export async function formerReports(
  ctx: QueryCtx,
  supervisor: string,
): Promise<ReadonlySet<string>> {
  const moves = await ctx.db
    .query("supervisorMoves")
    .withIndex("by_from", (q) => q.eq("from", supervisor))
    .take(MAX_MOVES);
  return new Set(moves.filter(({ to }) => to !== supervisor).map(({ email }) => email));
}
