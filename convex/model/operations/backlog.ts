import { DAY_MS } from "#domain/common/durations";
import { MAX_WEBHOOKS } from "#domain/api/webhooks";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { settings } from "../../config";

/** Maximum number of mails counted; with more, the count is this number. */
const MAX_COUNTED = 100;

/**
 * Returns what waits for services outside: mail (failed within the last day, and since when one is
 * queued, epoch ms), and the hosts of webhooks that take nothing.
 */
export async function backlog(ctx: QueryCtx, now: number) {
  const mails = (status: Doc<"mail">["status"]) =>
    ctx.db.query("mail").withIndex("by_status", (q) => q.eq("status", status));
  const failed = await mails("failed").order("desc").take(MAX_COUNTED);
  const webhooks = await ctx.db.query("webhooks").take(MAX_WEBHOOKS);
  return {
    hasMailService: settings().mailService !== null,
    failedMails: failed.filter(({ _creationTime }) => _creationTime > now - DAY_MS).length,
    queuedSince: (await mails("queued").first())?._creationTime ?? null,
    failingWebhooks: webhooks
      .filter(({ failingSince }) => failingSince !== undefined)
      .map(({ url }) => new URL(url).host),
  };
}
