/** A person's settings: role, status, supervisor and thresholds ('Edit Employee'). */
import { ConvexError } from "convex/values";
import { auditChanges, type AuditChange } from "#domain/accounts/audit";
import { omitUndefined } from "#domain/common/objects";
import {
  changedSince,
  parseSettings,
  SETTING_LABELS,
  settingInWords,
  type Setting,
  type Settings,
  type SettingsInput,
} from "#domain/people/settings";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import { requireSettled } from "../people/addressMoves";
import * as Audit from "../access/audit";
import * as Employees from "./employees";
import { withPresentSupervisor } from "../people/formerEmails";
import * as Notifications from "../notifications/notifications";
import * as UserWrites from "../accounts/userWrites";
import * as Users from "../people/users";

type Update = {
  readonly email: string;
  /** The settings to change. */
  readonly settings: SettingsInput;
  /**
   * The same settings as shown to the editor; if omitted, the edit overwrites concurrent changes.
   */
  readonly seen?: SettingsInput;
  readonly reason?: string;
};

/**
 * Validates an edit like `update`, without writing.
 *
 * @throws the refusals of `update`
 */
export async function check(ctx: AdministratorCtx, args: Update): Promise<void> {
  await resolveEdit(ctx, args);
}

/**
 * Changes a person's settings, all or none. Two admins may edit the same person concurrently: edits
 * of different fields merge; the second edit of a field is refused, stating its current value.
 *
 * @returns the person's reports who are left without a supervisor
 * @throws USER_UNKNOWN, OWN_ACCOUNT, LAST_ADMIN, EDITED_MEANWHILE, THRESHOLD_INVALID, STATUS_TEXT,
 *   ADDRESS_MOVING; SUPERVISOR_SELF if an admin who supervises themselves loses the role, and the
 *   errors of `Users.requireSupervisor`
 */
export async function update(
  ctx: AdministratorCtx,
  args: Update,
): Promise<{ unsupervised: string[] }> {
  const { user, settings, changes } = await resolveEdit(ctx, args);
  if (changes.length === 0) return { unsupervised: [] };
  await UserWrites.setSettings(ctx, user, settings);
  await Audit.append(ctx, {
    action: "Employee Updated",
    person: user.email,
    changes,
    reason: args.reason,
  });
  if (ctx.actor !== null) {
    const notice = { kind: "settings" as const, changes: changes.map(inWords) };
    await Notifications.add(ctx, user.email, notice, { actor: ctx.actor.email, at: Date.now() });
  }
  return { unsupervised: await Employees.unsupervisedReports(ctx, user.email) };
}

/** Reads the person and computes the changes; throws the refusals of `update`. */
async function resolveEdit(ctx: AdministratorCtx, args: Update) {
  const user = await Users.getOtherThanActor(ctx, args.email);
  // The stored supervisor is updated to a changed e-mail only in a later batch, and admins may
  // enter the former e-mail at any time.
  const before = await withPresentSupervisor(ctx, user);
  const settings = await withPresentSupervisor(ctx, parsed(args.settings));
  const seen = await withPresentSupervisor(ctx, parsed(args.seen ?? {}));
  const now = changedSince(seen, before);
  if (now.length > 0) throw appError("EDITED_MEANWHILE", { now: now.join("; ") });
  const changes = auditChanges(before, settings);
  const after = { ...before, ...settings };
  if (isAdmin(user) && !isAdmin(after)) await requireAnotherAdmin(ctx, user);
  if (after.supervisor !== undefined && after.supervisor !== before.supervisor) {
    await Users.requireSupervisor(ctx, after, after.supervisor);
    await requireSettled(ctx, user.email);
  } else if (before.role === "admin" && after.role !== "admin" && after.supervisor === user.email) {
    throw appError("SUPERVISOR_SELF", {}, "supervisor");
  }
  return { user, settings, changes };
}

function inWords({ field, from, to }: AuditChange) {
  const text = (value: AuditChange["from"]) =>
    value === undefined ? undefined : settingInWords(field, value);
  const label = SETTING_LABELS[field as Setting];
  return omitUndefined({ field: label, from: text(from), to: text(to) });
}

function parsed(input: SettingsInput): Settings {
  const settings = parseSettings(input);
  if ("code" in settings) throw new ConvexError({ ...settings });
  return settings;
}

const isAdmin = ({ role, disabled }: Pick<Doc<"users">, "role" | "disabled">) =>
  role === "admin" && !disabled;

/** @throws LAST_ADMIN unless there is another active admin */
async function requireAnotherAdmin(ctx: QueryCtx, user: Doc<"users">): Promise<void> {
  const admins = await ctx.db
    .query("users")
    .withIndex("by_role_and_isActive", (q) => q.eq("role", "admin").eq("isActive", true))
    .take(2);
  if (admins.every(({ _id }) => _id === user._id)) {
    throw appError("LAST_ADMIN", { email: user.email });
  }
}
