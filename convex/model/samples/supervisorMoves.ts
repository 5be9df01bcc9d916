/**
 * The only writer of `supervisorMoves`, except that followAddress.ts replaces former addresses in
 * it. Updates samples when their holder gets another supervisor. The transaction of the change
 * updates up to one batch, which covers almost every holder; an import of people shares one batch
 * among all holders that it changes. Scheduled batches update the rest, and meanwhile
 * `people/supervision.ts` tells readers which samples are stale. The dashboard's counts change
 * immediately.
 */
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { movesOf } from "../people/supervision";
import * as Counters from "./counters";
import { writeSamples } from "./sampleWrites";

/** Samples updated per transaction: about 30 ms of the server's thread. */
const BATCH = 50;

/** Number of samples already updated in a transaction, out of BATCH. */
const movedIn = new WeakMap<MutationCtx["db"], number>();

/**
 * Starts updating one person's samples. Call it in the mutation that changes `users.supervisor`,
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

/**
 * Updates the next batch that `moveSamples` started, and schedules the following one until none is
 * left.
 */
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
 * @returns the number of samples of `holder` that got the supervisor `to`; fewer than `room` means
 *   that none are left
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
