/**
 * The only writer of `users`, except for former addresses in it (followAddress.ts). E-mails passed
 * to these functions are already normalised (domain/common/email.ts).
 */
import type { Away } from "#domain/people/away";
import type { PrivateFields } from "#domain/people/privateData";
import type { Thresholds } from "#domain/custody/overdue";
import { mayAct } from "#domain/people/roles";
import type { Settings } from "#domain/people/settings";
import { THRESHOLD_DEFAULTS } from "#domain/custody/thresholds";
import type { Role } from "#domain/custody/workflow";
import type { WithoutSystemFields } from "convex/server";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import * as Absences from "../people/absences";
import { addressesNow } from "../people/addressMoves";
import * as ApiTokens from "../access/apiTokens";
import * as CopyKeys from "../access/copyKeys";
import * as Counters from "../samples/counters";
import * as Digests from "../inbox/digests";
import * as Leavers from "../inbox/leavers";
import { presentEmail } from "../people/formerEmails";
import * as NameWords from "../common/nameWords";
import * as OverdueFollow from "../custody/overdueFollow";
import * as Provisioned from "./provisioned";
import * as Recipients from "../people/recipients";
import * as SecondFactorPolicy from "./secondFactorPolicy";
import * as Sessions from "../access/sessions";
import * as SupervisorMoves from "../samples/supervisorMoves";
import { firstAdmin, getByEmail } from "../people/users";
import * as Watches from "../notifications/watches";

type User = Doc<"users">;

/** The part of a new account that its person states; everything else has defaults. */
export type NewUser = Pick<
  WithoutSystemFields<User>,
  "email" | "displayName" | "passPort" | "country" | "city" | "phoneNumber" | "userLocation"
> &
  Partial<
    Pick<
      WithoutSystemFields<User>,
      "userLat" | "userLng" | "realLocation" | "realLat" | "realLng" | "supervisor" | "isDemo"
    >
  >;

/**
 * Adds a person with role `user`, enabled, unverified, with the default thresholds. No argument
 * changes that; use `verify` and `setRole`.
 */
export async function insert(ctx: MutationCtx, person: NewUser, now: number): Promise<Id<"users">> {
  const supervisor = person.supervisor ?? (await defaultSupervisor(ctx, person.email));
  await Digests.begin(ctx, person.email, now);
  return await ctx.db.insert("users", {
    ...profileOf(person),
    ...THRESHOLD_DEFAULTS,
    ...(supervisor === null ? {} : { supervisor }),
    ...(person.isDemo ? { isDemo: true } : {}),
    email: person.email,
    photoURL: "",
    role: "user",
    disabled: false,
    isActive: false,
    maxsamplstartTime: now,
    creationTime: now,
    createdAt: now,
  });
}

/**
 * The fields that a person states about themselves. Lists each one, so that no other field gets
 * through.
 */
export function statedFields(person: NewUser) {
  const { displayName, passPort, country, city, phoneNumber, userLocation } = person;
  const { userLat, userLng, realLocation, realLat, realLng } = person;
  return {
    displayName,
    passPort,
    country,
    city,
    phoneNumber,
    userLocation,
    ...(userLat === undefined || userLng === undefined ? {} : { userLat, userLng }),
    ...(realLocation === undefined ? {} : { realLocation }),
    ...(realLat === undefined || realLng === undefined ? {} : { realLat, realLng }),
  };
}

/** The stated fields as stored: the address is stored under two names. */
function profileOf(person: NewUser) {
  return { ...statedFields(person), location: person.userLocation };
}

/** Replaces the profile of the address's first sign-up with that of the verified one. */
export async function replaceProfile(ctx: MutationCtx, user: User, person: NewUser): Promise<void> {
  const cleared = { realLocation: undefined, realLat: undefined, realLng: undefined };
  await ctx.db.patch("users", user._id, { ...cleared, ...profileOf(person) });
}

export async function recordSignIn(ctx: MutationCtx, user: User, now: number): Promise<void> {
  await ctx.db.patch("users", user._id, { lastSignInTime: now });
  await fillSupervisor(ctx, user._id);
  // Accounts older than the search by name have no words yet.
  await NameWords.refresh(ctx, user._id);
}

/** Records that the person has proved control of the mailbox. */
export async function verify(ctx: MutationCtx, user: User, now: number): Promise<void> {
  if (user.emailVerificationTime !== undefined) return;
  await ctx.db.patch("users", user._id, { emailVerificationTime: now });
  await setActive(ctx, user, !user.disabled);
}

/**
 * Sets a role, and adds a new supervisor or admin to the people who receive returns and approve
 * losses. If the role needs a second factor and the person has none, they sign in again to set it
 * up.
 */
export async function setRole(ctx: MutationCtx, user: User, role: Role): Promise<void> {
  await ctx.db.patch("users", user._id, { role });
  await CopyKeys.deleteAll(ctx, user._id);
  if (await SecondFactorPolicy.isMissing(ctx, { ...user, role })) {
    await Sessions.endWithPassword(ctx, user._id);
  }
  await Recipients.syncWithRole(ctx, user.email, role);
  await fillSupervisor(ctx, user._id);
  await superviseWaiting(ctx, user._id);
}

/**
 * Locks or unlocks an account. Locking ends the person's sessions and revokes their API tokens in
 * the same transaction. Open tabs lose access with the next answer, because every function reads
 * user and session, and no token can be refreshed.
 */
export async function setDisabled(ctx: MutationCtx, user: User, disabled: boolean): Promise<void> {
  const leftAt = disabled ? Date.now() : undefined;
  await ctx.db.patch("users", user._id, { disabled, leftAt, eraseFrom: leftAt });
  await setActive(ctx, user, !disabled && user.emailVerificationTime !== undefined);
  await Leavers.follow(ctx, user, leftAt);
  if (!disabled) return;
  await Sessions.endAll(ctx, user._id);
  await ApiTokens.deleteAll(ctx, user._id);
  await CopyKeys.deleteAll(ctx, user._id);
  await Watches.removeForPerson(ctx, user._id);
}

/** Only an active person can be found, receive samples and have a stand-in. */
async function setActive(ctx: MutationCtx, user: User, isActive: boolean): Promise<void> {
  await ctx.db.patch("users", user._id, { isActive });
  await NameWords.refresh(ctx, user._id);
  await Absences.follow(ctx, user._id, Date.now());
  await superviseWaiting(ctx, user._id);
}

/**
 * Once a person may supervise, the people who wait for them get their supervisor
 * (model/scim/managers.ts), in batches.
 */
async function superviseWaiting(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (!user?.isActive || !mayAct(user.role, "supervisor")) return;
  for (const manager of [user.email, ...(user.formerEmails ?? []).map(({ email }) => email)]) {
    const [waiting] = await Provisioned.waitingFor(ctx, manager, 1);
    if (waiting === undefined) continue;
    await ctx.scheduler.runAfter(0, internal.scim.superviseWaiting, { manager });
  }
}

/** Changes the address by which a person signs in. The caller updates the references to it. */
export async function setEmail(
  ctx: MutationCtx,
  user: User,
  email: string,
  now: number,
): Promise<void> {
  const { email: former, formerEmails = [] } = user;
  const earlier = [{ email: former, until: now }, ...formerEmails];
  // An admin may be their own supervisor.
  const own = user.supervisor === former ? { supervisor: email } : {};
  await ctx.db.patch("users", user._id, { email, formerEmails: earlier, ...own });
  await NameWords.refresh(ctx, user._id);
  await superviseWaiting(ctx, user._id);
}

/**
 * Deletes the record of a person who never verified their address; no other document refers to
 * them.
 */
export async function removeUnverified(ctx: MutationCtx, user: User): Promise<void> {
  if (user.emailVerificationTime !== undefined) throw new Error(`${user._id} is verified`);
  await ctx.db.delete("users", user._id);
}

/**
 * Changes a person's supervisor; the samples that they hold follow in batches. The caller has
 * checked that no earlier address change is still moving their samples.
 */
export async function setSupervisor(
  ctx: MutationCtx,
  user: User,
  supervisor: string,
): Promise<void> {
  if (user.supervisor === supervisor) return;
  await ctx.db.patch("users", user._id, { supervisor });
  await CopyKeys.deleteAll(ctx, user._id);
  await SupervisorMoves.moveSamples(ctx, {
    email: user.email,
    from: await presentEmail(ctx, user.supervisor ?? ""),
    to: supervisor,
  });
}

/**
 * Changes the given settings and leaves the others. The caller has checked the actor's right to do
 * so.
 */
export async function setSettings(ctx: MutationCtx, user: User, settings: Settings): Promise<void> {
  const { role = user.role, disabled = user.disabled, supervisor, ...thresholds } = settings;
  if (Object.keys(thresholds).length > 0) await setThresholds(ctx, user, thresholds);
  if (supervisor !== undefined) await setSupervisor(ctx, user, supervisor);
  if (role !== user.role) await setRole(ctx, user, role);
  if (disabled !== user.disabled) await setDisabled(ctx, user, disabled);
}

/** Stores thresholds, and re-evaluates the person's pending requests and held samples with them. */
async function setThresholds(
  ctx: MutationCtx,
  user: User,
  thresholds: Partial<Thresholds>,
): Promise<void> {
  await ctx.db.patch("users", user._id, thresholds);
  await Counters.applyLimits(ctx, { ...user, ...thresholds });
  await OverdueFollow.start(ctx, user.email);
}

/** Changes private data; a new name is searchable immediately. */
export async function setPrivateData(
  ctx: MutationCtx,
  user: User,
  fields: PrivateFields,
): Promise<void> {
  await ctx.db.patch("users", user._id, fields);
  await NameWords.refresh(ctx, user._id);
}

/** @param photoURL path of the photo's file; "" for none */
export async function setPhotoURL(
  ctx: MutationCtx,
  userId: Id<"users">,
  photoURL: string,
): Promise<void> {
  await ctx.db.patch("users", userId, { photoURL });
}

/** @param since epoch ms; undefined: the person has no second factor */
export async function setSecondFactorSince(
  ctx: MutationCtx,
  userId: Id<"users">,
  since: number | undefined,
): Promise<void> {
  await ctx.db.patch("users", userId, { secondFactorSince: since });
}

export async function setNoticeDismissed(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  await ctx.db.patch("users", userId, { hasDismissedNotice: true });
}

const ERASED = {
  passPort: "",
  phoneNumber: "",
  location: "",
  userLocation: "",
  userLat: undefined,
  userLng: undefined,
  realLocation: undefined,
  realLat: undefined,
  realLng: undefined,
};

/** Erases the private data of a person who has left (model/staff/erasure.ts), once. */
export async function erasePrivateData(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  await ctx.db.patch("users", userId, { ...ERASED, eraseFrom: undefined, erasedAt: now });
}

/** Sets or clears a person's absence; their stand-in's rights follow. */
export async function setAway(
  ctx: MutationCtx,
  user: User,
  away: Away | undefined,
  now: number,
): Promise<void> {
  await ctx.db.patch("users", user._id, { away });
  await Absences.start(ctx, user._id, away, now);
}

/**
 * The supervisor of people who have none: the configured one, unless that is the newcomer, else the
 * longest-serving admin, who may be the newcomer. Null while there is no admin.
 */
async function defaultSupervisor(ctx: QueryCtx, newcomer: string): Promise<string | null> {
  const { defaultSupervisor: configured } = settings();
  const named = configured === null ? null : await presentEmail(ctx, configured);
  if (named === null || named === newcomer) return await firstAdmin(ctx);
  return (await mayBecomeSupervisor(ctx, named)) ? named : await firstAdmin(ctx);
}

/** True for the address of a supervisor or admin, and for an unverified one. */
async function mayBecomeSupervisor(ctx: QueryCtx, email: string): Promise<boolean> {
  const account = await getByEmail(ctx, email);
  if (account === null) return true;
  const isVerified = account.emailVerificationTime !== undefined;
  return !account.disabled && (!isVerified || mayAct(account.role, "supervisor"));
}

/**
 * Gives a supervisor to a person who signed up before the first admin; without one, they could
 * receive no sample. Re-reads the user, because this transaction may have set a supervisor already.
 */
async function fillSupervisor(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user === null || user.supervisor !== undefined) return;
  // An address change is still moving their samples; the next sign-in sets a supervisor.
  if ((await addressesNow(ctx, user.email)).length > 1) return;
  const supervisor = await defaultSupervisor(ctx, user.email);
  if (supervisor !== null) await setSupervisor(ctx, user, supervisor);
}
