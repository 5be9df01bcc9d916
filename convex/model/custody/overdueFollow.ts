import { REQUEST_STATUSES, type RequestStatus } from "#domain/custody/overdue";
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { resolveAddresses } from "../people/addressMoves";
import * as OverdueDates from "../samples/overdueDates";
import { PeopleByEmail } from "../people/users";
import { writeSamples } from "../samples/sampleWrites";

/** Samples recomputed per transaction: about 25 ms of the server's thread. */
const BATCH = 50;

/**
 * Recomputes the overdue dates of the requests pending with a person after their thresholds change,
 * in scheduled batches that survive a crash.
 */
export async function start(ctx: MutationCtx, email: string): Promise<void> {
  for (const status of REQUEST_STATUSES) {
    const args = { email, status, cursor: null };
    await ctx.scheduler.runAfter(0, internal.inbox.followThresholds, args);
  }
}

/**
 * Recomputes the dates of the next batch of samples and schedules the following batch until all are
 * done.
 */
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
  const now = Date.now();
  await writeSamples(ctx, async (samples) => {
    for (const sample of await resolveAddresses(ctx, page)) {
      const overdueAt = await OverdueDates.ofRequest(people, sample, now, sample.overdueAt);
      if (overdueAt !== sample.overdueAt) await samples.setOverdueAt(sample, overdueAt);
    }
  });
  if (isDone) return;
  const next = { email, status, cursor: continueCursor };
  await ctx.scheduler.runAfter(0, internal.inbox.followThresholds, next);
}
