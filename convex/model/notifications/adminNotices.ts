import { DAY_MS } from "#domain/common/durations";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { listAdmins } from "../people/users";
import * as Notifications from "./notifications";

/**
 * Notifies all admins, unless the first has had a notification of this kind within the last day.
 */
export async function notifyAdminsDaily(
  ctx: MutationCtx,
  notice: Doc<"notifications">["notice"],
  now: number,
): Promise<void> {
  const admins = await listAdmins(ctx);
  const [first] = admins;
  if (first && (await Notifications.hasNews(ctx, first.email, notice.kind, now - DAY_MS))) return;
  for (const { email } of admins) await Notifications.add(ctx, email, notice, { at: now });
}
