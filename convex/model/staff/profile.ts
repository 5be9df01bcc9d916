import { ConvexError } from "convex/values";
import { awayRefusal, type Away } from "#domain/people/away";
import { parseEmail } from "#domain/common/email";
import { parsePrivateData, type PrivateInput } from "#domain/people/privateData";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import { presentEmail } from "../people/formerEmails";
import * as Notifications from "../notifications/notifications";
import * as UserWrites from "../accounts/userWrites";
import * as Users from "../people/users";

/**
 * Saves the profile that callers enter about themselves.
 *
 * @throws FIELD_MISSING, FIELD_TOO_LONG, FIELD_INVALID, naming the field
 */
export async function save(ctx: UserMutationCtx, stated: PrivateInput): Promise<void> {
  const fields = parsePrivateData(stated);
  if ("code" in fields) throw new ConvexError({ ...fields });
  await UserWrites.setPrivateData(ctx, ctx.actor, fields);
}

/** Implements profile.dismissNotice. */
export async function dismissNotice(ctx: UserMutationCtx): Promise<null> {
  await UserWrites.setNoticeDismissed(ctx, ctx.actor._id);
  return null;
}

/** Implements profile.setAway. */
export async function setAway(
  ctx: UserMutationCtx,
  stated: Away | null,
  now: number,
): Promise<void> {
  if (stated === null) {
    await UserWrites.setAway(ctx, ctx.actor, undefined, now);
    return;
  }
  const { from, until } = stated;
  const refused = awayRefusal(stated, now);
  if (refused !== null) throw appError(refused, {}, "until");
  const email = parseEmail(stated.standIn);
  const standIn = email === null ? null : await Users.findActiveByAnyEmail(ctx, email);
  if (standIn === null || standIn._id === ctx.actor._id) {
    throw appError("STAND_IN_UNKNOWN", {}, "standIn");
  }
  const away = { from, until, standIn: standIn.email };
  await UserWrites.setAway(ctx, ctx.actor, away, now);
  if (await isEntered(ctx, ctx.actor.away, away)) return;
  const notice = { kind: "standIn" as const, from, until };
  const by = { actor: ctx.actor.email, at: now };
  await Notifications.addOrRenew(ctx, standIn.email, notice, by, ({ kind }) => kind === "standIn");
}

/** True if `away` equals the stored absence, of which the stand-in has already been notified. */
async function isEntered(ctx: QueryCtx, before: Away | undefined, away: Away): Promise<boolean> {
  if (before?.from !== away.from || before.until !== away.until) return false;
  return (await presentEmail(ctx, before.standIn)) === away.standIn;
}
