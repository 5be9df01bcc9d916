/**
 * The digest of a chat: the late requests of the whole lab, at 08:00 in the time zone of the admin
 * who entered the chat. One transaction queues a message and sets the time of the next one, so none
 * is sent twice.
 */
import { DEFAULT_TIME_ZONE, digestAfterRun } from "#domain/inbox/digestTime";
import { chatDigest, type LateRequest } from "#domain/api/chatMessage";
import { isOverdue, REQUEST_STATUSES } from "#domain/custody/overdue";
import { pendingPerson } from "#domain/custody/workflow";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import type { AdministratorCtx } from "../../lib/functions";
import * as Digests from "./digests";
import { resolveAddresses } from "../people/addressMoves";
import * as Deliveries from "../webhooks/webhookDeliveries";
import * as Webhooks from "../webhooks/webhooks";

/** Maximum number of requests of each kind examined, oldest first. */
const MAX_LOOKED_AT = 100;

/** Queues the digests that are due. */
export async function queueDue(ctx: MutationCtx, now: number): Promise<void> {
  const due = (await Webhooks.listActive(ctx)).filter(({ digestAt = Infinity }) => digestAt <= now);
  if (due.length === 0) return;
  const lines = chatDigest(settings().baseUrl, { ...(await lateRequests(ctx, now)), now });
  for (const { _id, digestAt = now, timeZone = DEFAULT_TIME_ZONE } of due) {
    if (lines !== null) await Deliveries.queueDigest(ctx, _id, lines, now);
    await ctx.db.patch("webhooks", _id, { digestAt: digestAfterRun(digestAt, now, timeZone) });
  }
}

/** Returns the overdue requests among the oldest of each kind, oldest first. */
async function lateRequests(ctx: QueryCtx, now: number) {
  const late: LateRequest[] = [];
  let isMore = false;
  for (const status of REQUEST_STATUSES) {
    const oldest = await ctx.db
      .query("samples")
      .withIndex("by_status_and_listDate", (q) => q.eq("status", status))
      .order("asc")
      .take(MAX_LOOKED_AT);
    isMore ||= oldest.length === MAX_LOOKED_AT;
    for (const sample of await resolveAddresses(ctx, oldest)) {
      const { _id: sampleId, samplmanag: holder, listDate: since } = sample;
      const recipient = pendingPerson(sample);
      if (!isOverdue(sample, now) || recipient === undefined) continue;
      const { brand, model, serialNumber } = sample;
      late.push({ sampleId, brand, model, serialNumber, status, holder, recipient, since });
    }
  }
  return { late: late.sort((one, other) => one.since - other.since), isMore };
}

/**
 * Returns the time zone of the admin's own digests; the default one for the terminal's admin key.
 */
export async function timeZoneOf(ctx: AdministratorCtx): Promise<string> {
  const digest = ctx.actor && (await Digests.digestOf(ctx, ctx.actor.email));
  return digest?.timeZone ?? DEFAULT_TIME_ZONE;
}
