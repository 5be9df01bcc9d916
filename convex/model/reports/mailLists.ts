import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import * as Digests from "../inbox/digests";
import * as ReportSchedules from "./reportSchedules";

/** Ends the mails of a list, as their reader can in the app. One that is gone has ended. */
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
