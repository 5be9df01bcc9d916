/**
 * Creates, changes, deactivates and deletes people on behalf of a company's directory, by the model
 * functions of the screens and the terminal. A directory sets no role.
 */
import { normaliseEmail } from "#domain/common/email";
import { mayAct } from "#domain/people/roles";
import type { ScimPerson } from "#domain/scim/resource";
import { statedName, statedPhone, statedPlace } from "#domain/scim/profile";
import type { StatedUser } from "#domain/scim/statedUser";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as AccountOpening from "../accounts/accountOpening";
import * as Audit from "../access/audit";
import * as EmailChange from "../staff/emailChange";
import * as Employees from "../staff/employees";
import * as Managers from "./managers";
import * as Notifications from "../notifications/notifications";
import * as People from "./people";
import * as PrivateData from "../staff/privateData";
import * as Provisioned from "../accounts/provisioned";
import * as Settings from "../staff/settings";
import { presentEmail } from "../people/formerEmails";
import * as Users from "../people/users";

type User = Doc<"users">;

/**
 * Adds a person: their account is open, with the role and supervisor of an admin's invitation, else
 * the role `user`. A person whom the directory deleted comes back with their account.
 *
 * @throws SCIM_USER_NAME_MISSING, EMAIL_NOT_COMPANY, EMAIL_TAKEN, EMAIL_FORMER, DISABLED, and the
 *   errors of `change`
 */
export async function create(
  ctx: AdministratorCtx,
  stated: StatedUser,
  now: number,
): Promise<ScimPerson> {
  if (stated.userName === undefined) throw appError("SCIM_USER_NAME_MISSING", {}, "userName");
  const email = companyEmail(stated.userName);
  const present = await Users.findByAnyEmail(ctx, email);
  if (present?.emailVerificationTime !== undefined) {
    if (present.email !== email) throw appError("EMAIL_FORMER", { email }, "userName");
    if (!(await People.isHidden(ctx, present))) throw appError("EMAIL_TAKEN", {}, "userName");
    await Provisioned.set(ctx, present._id, { isDeleted: undefined });
    return await apply(ctx, present._id, { active: true, ...stated }, now);
  }
  if (present?.disabled) throw appError("DISABLED");
  const user = await open(ctx, email, stated, now);
  await Audit.append(ctx, { action: "Person Provisioned", person: email });
  return await apply(ctx, user._id, stated, now);
}

async function open(ctx: MutationCtx, email: string, stated: StatedUser, now: number) {
  const newcomer = {
    email,
    displayName: statedName(stated) ?? nameFromEmail(email),
    passPort: "",
    phoneNumber: statedPhone(stated) ?? "",
    ...statedPlace(stated),
  };
  return await AccountOpening.open(ctx, newcomer, now);
}

/** "ana.lima@…" is "Ana Lima" until someone states a name. */
function nameFromEmail(email: string): string {
  const words = (email.split("@")[0] ?? "").split(/[._-]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

/**
 * Changes what is stated, all or nothing.
 *
 * @param ifMatch versions of which the person must have one; null: any
 * @throws SCIM_USER_MISSING, SCIM_VERSION, and the refusals of the screens' functions: LAST_ADMIN,
 *   SUPERVISOR_SELF, EMAIL_TAKEN, ADDRESS_MOVING …
 */
export async function change(
  ctx: AdministratorCtx,
  { id, stated, ifMatch }: { id: string; stated: StatedUser; ifMatch: readonly string[] | null },
  now: number,
): Promise<ScimPerson> {
  const user = await People.getOrThrow(ctx, id);
  await requireVersion(ctx, user, ifMatch);
  return await apply(ctx, user._id, stated, now);
}

/**
 * Deactivates a person, who then no longer exists for the directory. Custody and history stay.
 *
 * @throws SCIM_USER_MISSING, SCIM_VERSION, LAST_ADMIN
 */
export async function remove(
  ctx: AdministratorCtx,
  { id, ifMatch }: { id: string; ifMatch: readonly string[] | null },
  now: number,
): Promise<null> {
  const user = await People.getOrThrow(ctx, id);
  await requireVersion(ctx, user, ifMatch);
  await deactivate(ctx, user, now);
  await Provisioned.set(ctx, user._id, { isDeleted: true, awaits: undefined });
  return null;
}

async function requireVersion(
  ctx: AdministratorCtx,
  user: User,
  ifMatch: readonly string[] | null,
): Promise<void> {
  if (ifMatch === null) return;
  const { version } = await People.described(ctx, user);
  if (!ifMatch.includes(version)) throw appError("SCIM_VERSION");
}

async function apply(
  ctx: AdministratorCtx,
  uid: Id<"users">,
  stated: StatedUser,
  now: number,
): Promise<ScimPerson> {
  await keepStated(ctx, uid, stated);
  if (stated.active === false) await deactivate(ctx, await read(ctx, uid), now);
  else await applyToActive(ctx, uid, stated);
  return await People.described(ctx, await read(ctx, uid));
}

async function keepStated(
  ctx: MutationCtx,
  uid: Id<"users">,
  { externalId, givenName, familyName }: StatedUser,
): Promise<void> {
  const fields = {
    ...(externalId !== undefined && { externalId: externalId ?? undefined }),
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
  };
  if (Object.keys(fields).length > 0) await Provisioned.set(ctx, uid, fields);
}

async function applyToActive(
  ctx: AdministratorCtx,
  uid: Id<"users">,
  stated: StatedUser,
): Promise<void> {
  const { active, userName, manager } = stated;
  const { email: before } = await read(ctx, uid);
  if (active === true) {
    await Settings.update(ctx, { email: before, settings: { disabled: false } });
    const row = await Provisioned.get(ctx, uid);
    if (row?.isDeleted) await Provisioned.set(ctx, uid, { isDeleted: undefined });
  }
  const email = userName === undefined ? before : companyEmail(userName);
  if (email !== before) await EmailChange.setEmail(ctx, { email: before, newEmail: email });
  await applyProfile(ctx, uid, stated);
  if (manager !== undefined) await Managers.setManager(ctx, await read(ctx, uid), manager);
}

/** The name follows the directory; phone and address fill gaps, so none is written over. */
async function applyProfile(
  ctx: AdministratorCtx,
  uid: Id<"users">,
  stated: StatedUser,
): Promise<void> {
  const user = await read(ctx, uid);
  const row = await Provisioned.get(ctx, uid);
  const displayName = statedName(stated, row ?? {});
  const phoneNumber = user.phoneNumber === "" ? statedPhone(stated) : undefined;
  const place = statedPlace(stated);
  const isPlaceless = user.userLocation === "" && user.city === "" && user.country === "";
  const isWhole = place.userLocation !== "" && place.city !== "" && place.country !== "";
  await PrivateData.change(ctx, user, {
    ...(displayName !== undefined && { displayName }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(isPlaceless && isWhole && { place }),
  });
}

/**
 * Locks the account, as an admin does on the page Leaving, and tells the admins and the supervisor.
 * Their inboxes list the person until nothing is left to hand over.
 */
async function deactivate(ctx: AdministratorCtx, user: User, now: number): Promise<void> {
  if (user.disabled) return;
  const { email, _id } = user;
  const { unsupervised } = await Settings.update(ctx, { email, settings: { disabled: true } });
  const { answersFor } = await Employees.countsOf(ctx, user);
  const notice = {
    kind: "deactivated" as const,
    person: email,
    uid: _id,
    samples: answersFor,
    reports: unsupervised.length,
  };
  const supervisor = await activeSupervisor(ctx, user);
  const admins = await Users.listAdmins(ctx);
  for (const to of new Set([...admins.map((admin) => admin.email), ...supervisor])) {
    await Notifications.add(ctx, to, notice, { at: now });
  }
}

/** The address of the person's supervisor; none if there is none who may supervise. */
async function activeSupervisor(ctx: MutationCtx, { email, supervisor }: User): Promise<string[]> {
  if (supervisor === undefined) return [];
  const named = await Users.getByEmail(ctx, await presentEmail(ctx, supervisor));
  const isTold = named?.isActive && named.email !== email && mayAct(named.role, "supervisor");
  return isTold ? [named.email] : [];
}

/** @throws EMAIL_NOT_COMPANY */
function companyEmail(userName: string): string {
  const email = normaliseEmail(userName, settings().companyDomain);
  if (email === null) throw appError("EMAIL_NOT_COMPANY", {}, "userName");
  return email;
}

async function read(ctx: MutationCtx, uid: Id<"users">): Promise<User> {
  const user = await ctx.db.get("users", uid);
  if (user === null) throw new Error(`${uid} is gone`);
  return user;
}
