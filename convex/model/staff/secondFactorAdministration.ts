/** Administration of second factors: resets another person's, and requires one of a role. */
import { auditChanges } from "#domain/accounts/audit";
import { ROLE_LABELS } from "#domain/people/roles";
import { ROLES, type Role } from "#domain/custody/workflow";
import { secondFactorResetMail } from "#domain/mail/secondFactorMail";
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as Audit from "../access/audit";
import * as IssuerSessions from "../access/issuerSessions";
import * as Sessions from "../access/sessions";
import * as Policy from "../accounts/secondFactorPolicy";
import * as SecondFactors from "../accounts/secondFactors";
import * as Mail from "../mail/mail";
import * as Notifications from "../notifications/notifications";
import * as Users from "../people/users";

/**
 * Deletes the second factor of a person who lost phone and recovery codes, and ends their sessions.
 * The person and the admin are told by mail and News.
 *
 * @throws FIELD_MISSING without a reason, USER_UNKNOWN, SECOND_FACTOR_OWN, SECOND_FACTOR_OFF
 */
export async function reset(
  ctx: AdministratorCtx,
  { email, reason }: { email: string; reason: string },
): Promise<null> {
  if (reason.trim() === "") throw appError("FIELD_MISSING", { label: "Reason" }, "reason");
  const user = await Users.getByTypedEmail(ctx, email);
  if (user._id === ctx.actor?._id) throw appError("SECOND_FACTOR_OWN");
  await SecondFactors.requireFactor(ctx, user);
  const now = Date.now();
  await SecondFactors.remove(ctx, user);
  await Sessions.endAll(ctx, user._id);
  await Audit.append(ctx, { action: "Second Factor Reset", person: user.email, reason });
  await SecondFactors.notify(ctx, user, "reset", now);
  if (ctx.actor === null) return null;
  const admin = ctx.actor.email;
  const notice = { kind: "secondFactor", event: "resetForOther", person: user.email } as const;
  await Notifications.add(ctx, admin, notice, { at: now });
  await Mail.queue(ctx, admin, secondFactorResetMail(settings(), user), { now });
  return null;
}

/**
 * Sets the roles that must have a second factor. People of a newly added role who have none are
 * signed out within seconds, unless they signed in through the issuer; their next sign-in by
 * password sets one up.
 *
 * @throws SECOND_FACTOR_FIRST if the change would sign out the admin who makes it
 */
export async function setRequiredRoles(
  ctx: AdministratorCtx,
  { roles, reason }: { roles: readonly Role[]; reason?: string },
): Promise<null> {
  const before = await Policy.requiredRoles(ctx);
  const added = ROLES.filter((role) => roles.includes(role) && !before.includes(role));
  if (await wouldSignOut(ctx, added)) throw appError("SECOND_FACTOR_FIRST");
  const changes = auditChanges(
    { secondFactorRoles: inWords(before) },
    { secondFactorRoles: inWords(roles) },
  );
  if (changes.length === 0) return null;
  await Policy.setRequiredRoles(ctx, roles);
  await Audit.append(ctx, { action: "Second Factor Required", changes, reason });
  for (const role of added) {
    const first = { role, cursor: null };
    await ctx.scheduler.runAfter(0, internal.secondFactors.endSessionsWithout, first);
  }
  return null;
}

async function wouldSignOut(
  { actor, sessionId, ...ctx }: AdministratorCtx,
  added: readonly Role[],
): Promise<boolean> {
  if (actor === null || sessionId === null) return false;
  if (!added.includes(actor.role) || actor.secondFactorSince !== undefined) return false;
  return !(await IssuerSessions.has(ctx, sessionId));
}

/** "User, Admin"; undefined for no role. */
function inWords(roles: readonly Role[]): string | undefined {
  const labels = ROLES.filter((role) => roles.includes(role)).map((role) => ROLE_LABELS[role]);
  return labels.length === 0 ? undefined : labels.join(", ");
}

/** People per transaction; each has at most 20 sessions. */
const BATCH = 50;

/**
 * Ends the sessions of people of a role that needs a second factor, who have none.
 *
 * @returns the cursor of the next batch; null if this was the last
 */
export async function endSessionsWithout(
  ctx: MutationCtx,
  { role, cursor }: { role: Role; cursor: string | null },
): Promise<string | null> {
  const found = await ctx.db
    .query("users")
    .withIndex("by_role_and_isActive", (q) => q.eq("role", role).eq("isActive", true))
    .paginate({ cursor, numItems: BATCH });
  for (const user of found.page) {
    if (await Policy.isMissing(ctx, user)) await Sessions.endWithPassword(ctx, user._id);
  }
  return found.isDone ? null : found.continueCursor;
}
