import type { Away } from "#domain/people/away";
import type { PrivateFields } from "#domain/people/privateData";
import type { Thresholds } from "#domain/custody/overdue";
import { mayAct } from "#domain/people/roles";
import type { Settings } from "#domain/people/settings";
import { THRESHOLD_DEFAULTS } from "#domain/custody/thresholds";
import type { Role } from "#domain/custody/workflow";
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import * as Absences from "../people/absences";
import { addressesNow } from "../people/addressMoves";
import * as ApiTokens from "../access/apiTokens";
import * as CopyKeys from "../access/copyKeys";
import * as Counters from "../samples/counters";
import * as Digests from "../inbox/digests";
import { presentEmail } from "../people/formerEmails";
import * as NameWords from "../common/nameWords";
import * as OverdueFollow from "../custody/overdueFollow";
import * as Recipients from "../people/recipients";
import * as Sessions from "../access/sessions";
import * as SupervisorMoves from "../samples/supervisorMoves";
import { firstAdmin, getByEmail } from "../people/users";
import * as Watches from "../notifications/watches";

/**
 * The only writer of `users`, but for former addresses in it (followAddress.ts). E-mails given here
 * are already normalised (domain/common/email.ts).
 */

type User = Doc<"users">;

/** The stated part of a new account's record; the rest are defaults. */
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
 * Adds a person with role `user`, enabled, not verified, with the default thresholds. No argument
 * can say otherwise; use `verify` and `setRole`.
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
 * The fields that a person states about themselves, picked one by one so that nothing else gets
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

/** The stated fields as they are stored: the address has two names. */
function profileOf(person: NewUser) {
  return { ...statedFields(person), location: person.userLocation };
}

/** Replaces what the first sign-up for an address stated by what the verified one stated. */
export async function replaceProfile(ctx: MutationCtx, user: User, person: NewUser): Promise<void> {
  const cleared = { realLocation: undefined, realLat: undefined, realLng: undefined };
  await ctx.db.patch("users", user._id, { ...cleared, ...profileOf(person) });
}

export async function recordSignIn(ctx: MutationCtx, user: User, now: number): Promise<void> {
  await ctx.db.patch("users", user._id, { lastSignInTime: now });
  await fillSupervisor(ctx, user._id);
  // Accounts from before the search by name have no words yet.
  await NameWords.refresh(ctx, user._id);
}

/** The person proved that the mailbox is theirs. */
export async function verify(ctx: MutationCtx, user: User, now: number): Promise<void> {
  if (user.emailVerificationTime !== undefined) return;
  await ctx.db.patch("users", user._id, { emailVerificationTime: now });
  await setActive(ctx, user, !user.disabled);
}

/**
 * Gives a role, and enters a new supervisor or admin into the list of people who take returns and
 * approve losses.
 */
export async function setRole(ctx: MutationCtx, user: User, role: Role): Promise<void> {
  await ctx.db.patch("users", user._id, { role });
  await CopyKeys.deleteAll(ctx, user._id);
  await Recipients.syncWithRole(ctx, user.email, role);
  await fillSupervisor(ctx, user._id);
}

/**
 * Locks or unlocks an account. Disabling ends the person's sessions and voids their API tokens in
 * the same transaction: open tabs lose data access with the next answer (every function reads user
 * and session), and no token can be refreshed.
 */
export async function setDisabled(ctx: MutationCtx, user: User, disabled: boolean): Promise<void> {
  const leftAt = disabled ? Date.now() : undefined;
  await ctx.db.patch("users", user._id, { disabled, leftAt, eraseFrom: leftAt });
  await setActive(ctx, user, !disabled && user.emailVerificationTime !== undefined);
  if (!disabled) return;
  await Sessions.endAll(ctx, user._id);
  await ApiTokens.deleteAll(ctx, user._id);
  await CopyKeys.deleteAll(ctx, user._id);
  await Watches.removeForPerson(ctx, user._id);
}

/** An active person can be found and handed samples, and has a stand-in; any other cannot. */
async function setActive(ctx: MutationCtx, user: User, isActive: boolean): Promise<void> {
  await ctx.db.patch("users", user._id, { isActive });
  await NameWords.refresh(ctx, user._id);
  await Absences.follow(ctx, user._id, Date.now());
}

/** Gives a person another address, by which they sign in. The caller moves what names them. */
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
}

/** Deletes the record of somebody who never verified their address. Nothing else names them. */
export async function removeUnverified(ctx: MutationCtx, user: User): Promise<void> {
  if (user.emailVerificationTime !== undefined) throw new Error(`${user._id} is verified`);
  await ctx.db.delete("users", user._id);
}

/**
 * Changes a person's supervisor; the samples that they hold follow in batches. The caller has made
 * sure that no samples follow them to another address.
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
 * Changes the given settings and leaves the others as they are. The caller has checked who may do
 * so.
 */
export async function setSettings(ctx: MutationCtx, user: User, settings: Settings): Promise<void> {
  const { role = user.role, disabled = user.disabled, supervisor, ...thresholds } = settings;
  if (Object.keys(thresholds).length > 0) await setThresholds(ctx, user, thresholds);
  if (supervisor !== undefined) await setSupervisor(ctx, user, supervisor);
  if (role !== user.role) await setRole(ctx, user, role);
  if (disabled !== user.disabled) await setDisabled(ctx, user, disabled);
}

/** Stores thresholds, and judges the person's pending requests and held samples by them. */
async function setThresholds(
  ctx: MutationCtx,
  user: User,
  thresholds: Partial<Thresholds>,
): Promise<void> {
  await ctx.db.patch("users", user._id, thresholds);
  await Counters.applyLimits(ctx, { ...user, ...thresholds });
  await OverdueFollow.start(ctx, user.email);
}

/** Changes private data; a new name finds the person from now on. */
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

/** Erases the private data of somebody who left (model/staff/erasure.ts), once. */
export async function erasePrivateData(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  await ctx.db.patch("users", userId, { ...ERASED, eraseFrom: undefined, erasedAt: now });
}

/** Enters or clears the time that a person is away; the rights of their stand-in follow. */
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
 * The supervisor of people without one: the configured one, who does not supervise themselves, else
 * the admin of longest standing, who may be the person themselves. Null while there is no admin.
 */
async function defaultSupervisor(ctx: QueryCtx, newcomer: string): Promise<string | null> {
  const { defaultSupervisor: configured } = settings();
  const named = configured === null ? null : await presentEmail(ctx, configured);
  if (named === null || named === newcomer) return await firstAdmin(ctx);
  return (await mayBecomeSupervisor(ctx, named)) ? named : await firstAdmin(ctx);
}

/** True for a supervisor's or admin's address, and for one that nobody has verified yet. */
async function mayBecomeSupervisor(ctx: QueryCtx, email: string): Promise<boolean> {
  const account = await getByEmail(ctx, email);
  if (account === null) return true;
  const isVerified = account.emailVerificationTime !== undefined;
  return !account.disabled && (!isVerified || mayAct(account.role, "supervisor"));
}

/**
 * Gives a supervisor to a person who signed up before the first admin: without one they could
 * receive no sample. Reads their record, because the transaction may have given them one already.
 */
async function fillSupervisor(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user === null || user.supervisor !== undefined) return;
  // Their samples still follow them to another address; the next sign-in gives them a supervisor.
  if ((await addressesNow(ctx, user.email)).length > 1) return;
  const supervisor = await defaultSupervisor(ctx, user.email);
  if (supervisor !== null) await setSupervisor(ctx, user, supervisor);
}
