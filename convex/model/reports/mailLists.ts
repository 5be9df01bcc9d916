import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import * as Digests from "../inbox/digests";
import * as ReportSchedules from "./reportSchedules";

/**
 * Mutes the digest or pauses the report schedule that a mail belongs to; no effect if it no longer
 * exists.
 */
export async function end(
  ctx: MutationCtx,
  { kind, id }: NonNullable<Doc<"mail">["list"]>,
): Promise<void> {
  if (kind === "digest") {
    const reader = ctx.db.normalizeId("users", id);
    const person = reader && (await ctx.db.get("users", reader));
    if (person) await Digests.setMuted(ctx, person.email, true);
  } else {
    const scheduleId = ctx.db.normalizeId("reportSchedules", id);
    if (scheduleId) await ReportSchedules.pause(ctx, scheduleId);
  }
}
