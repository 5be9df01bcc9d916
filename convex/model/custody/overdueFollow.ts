import { REQUEST_STATUSES, type RequestStatus } from "#domain/custody/overdue";
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { resolveAddresses } from "../people/addressMoves";
import * as OverdueDates from "../samples/overdueDates";
import { PeopleByEmail } from "../people/users";
import { writeSamples } from "../samples/sampleWrites";

/** Samples whose date is computed anew in one transaction: some 25 ms of the server's thread. */
const BATCH = 50;

/**
 * Computes anew when what waits for a person is overdue, after a change of their thresholds: in
 * scheduled batches, which survive a crash.
 */
export async function start(ctx: MutationCtx, email: string): Promise<void> {
  for (const status of REQUEST_STATUSES) {
    const args = { email, status, cursor: null };
    await ctx.scheduler.runAfter(0, internal.inbox.followThresholds, args);
  }
}

/** Computes the dates of the next batch of samples; schedules its successor until none is left. */
export async function nextBatch(
  ctx: MutationCtx,
  { email, status, cursor }: { email: string; status: RequestStatus; cursor: string | null },
): Promise<void> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("samples")
    .withIndex("by_pendingWith_and_status_and_listDate", (q) =>
      q.eq("pendingWith", email).eq("status", status),
    )
    .paginate({ cursor, numItems: BATCH });
  const people = new PeopleByEmail(ctx, []);
  await writeSamples(ctx, async (samples) => {
    for (const sample of await resolveAddresses(ctx, page)) {
      const overdueAt = await OverdueDates.ofRequest(people, sample, sample.overdueAt);
      if (overdueAt !== sample.overdueAt) await samples.setOverdueAt(sample, overdueAt);
    }
  });
  if (isDone) return;
  const next = { email, status, cursor: continueCursor };
  await ctx.scheduler.runAfter(0, internal.inbox.followThresholds, next);
}
