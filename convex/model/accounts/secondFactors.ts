/**
 * The only writer of `secondFactors`, and the check that a sign-in by password passes
 * (docs/product.md, "Second factor").
 *
 * The browser draws the app's secret and sends it with a first code, so the server never sends a
 * secret. A passed code is stored as `lastStep` in the transaction that starts the session: of two
 * sign-ins with one code, the second finds it used.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import {
  FEW_RECOVERY_CODES,
  readCode,
  RECOVERY_CODES,
  SECRET,
  type SecondFactorEvent,
} from "#domain/accounts/secondFactor";
import { DAY_MS } from "#domain/common/durations";
import { secondFactorMail } from "#domain/mail/secondFactorMail";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { digest } from "../../lib/codes";
import { appError } from "../../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { acceptedStep } from "../../lib/signIn/totp";
import type { Attempt } from "../access/knownClients";
import * as Sessions from "../access/sessions";
import * as Throttle from "../access/throttle";
import * as Mail from "../mail/mail";
import * as Notifications from "../notifications/notifications";
import * as Accounts from "./accounts";
import * as Policy from "./secondFactorPolicy";
import * as UserWrites from "./userWrites";

type User = Doc<"users">;
type SecondFactor = Doc<"secondFactors">;

async function get(ctx: QueryCtx, user: Pick<User, "_id">): Promise<SecondFactor | null> {
  return await getOneFrom(ctx.db, "secondFactors", "by_uid", user._id);
}

/** Fields that a sign-in adds to the password (domain/accounts/passwordFlows.ts). */
export type Given = {
  readonly secondCode?: string | undefined;
  readonly newSecret?: string | undefined;
};

/** Reason why a sign-in with the right password starts no session. */
export type Refused =
  | { readonly kind: "codeNeeded" | "codeWrong" | "factorMissing" }
  | { readonly kind: "wait"; readonly waitMs: number };

/**
 * Checks the second factor of a person whose password or mailbox is proved. Only such callers use
 * up attempts here, so a stranger cannot use up the owner's.
 *
 * @returns null if a session may start
 */
export async function check(
  ctx: MutationCtx,
  attempt: Attempt,
  user: User,
  { secondCode, newSecret }: Given = {},
): Promise<Refused | null> {
  const factor = await get(ctx, user);
  if (factor === null && !(await Policy.isMissing(ctx, user))) return null;
  if (factor === null && newSecret === undefined) return { kind: "factorMissing" };
  if (secondCode === undefined) return { kind: "codeNeeded" };
  const waitMs = await Throttle.take(ctx, "secondFactor", attempt);
  if (waitMs !== null) {
    await reportWrongCodes(ctx, user, attempt.now);
    return { kind: "wait", waitMs };
  }
  const isRight =
    factor === null
      ? await insert(ctx, user, { secret: newSecret ?? "", code: secondCode }, attempt.now)
      : await use(ctx, user, factor, secondCode, attempt.now);
  if (!isRight) return { kind: "codeWrong" };
  await Throttle.forgive(ctx, "secondFactor", attempt);
  return null;
}

/** Uses a code up. @returns false for a wrong or used one */
async function use(
  ctx: MutationCtx,
  user: User,
  factor: SecondFactor,
  typed: string,
  now: number,
): Promise<boolean> {
  const entered = readCode(typed);
  if (entered === null) return false;
  if (entered.kind === "app") {
    const step = acceptedStep(factor, entered.code, now);
    if (step === null) return false;
    await ctx.db.patch("secondFactors", factor._id, { lastStep: step });
    return true;
  }
  const used = await recoveryDigest(user, entered.code);
  const recoveryCodes = factor.recoveryCodes.filter((each) => each !== used);
  const left = recoveryCodes.length;
  if (left === factor.recoveryCodes.length) return false;
  await ctx.db.patch("secondFactors", factor._id, { recoveryCodes });
  await notify(ctx, user, "codeUsed", now, left);
  if (left <= FEW_RECOVERY_CODES) await addNews(ctx, user, "fewCodes", now);
  return true;
}

type NewFactor = {
  readonly secret: string;
  /** The code that the app shows for `secret`. */
  readonly code: string;
  readonly recoveryCodes?: readonly string[];
};

/** Stores a second factor whose app is set up. @returns false for a wrong code */
async function insert(
  ctx: MutationCtx,
  user: User,
  { secret, code, recoveryCodes = [] }: NewFactor,
  now: number,
): Promise<boolean> {
  if (!SECRET.test(secret)) throw appError("INPUT_INVALID", { field: "secret" }, "secret");
  const entered = readCode(code);
  const step =
    entered?.kind === "app" ? acceptedStep({ secret, lastStep: 0 }, entered.code, now) : null;
  if (step === null) return false;
  await ctx.db.insert("secondFactors", {
    uid: user._id,
    secret,
    lastStep: step,
    recoveryCodes: await digestsOf(user, recoveryCodes),
  });
  await UserWrites.setSecondFactorSince(ctx, user._id, now);
  await notify(ctx, user, "turnedOn", now);
  return true;
}

/** The state that a person sees in their profile. */
export async function mine(ctx: UserQueryCtx) {
  const factor = await get(ctx, ctx.actor);
  const account = await Accounts.getByEmail(ctx, ctx.actor.email);
  return {
    isOn: factor !== null,
    recoveryCodesLeft: factor?.recoveryCodes.length ?? 0,
    isRequired: (await Policy.requiredRoles(ctx)).includes(ctx.actor.role),
    hasPassword: account?.secret !== undefined,
  };
}

/** `compared`: the hash that the current password was compared with. */
type Proof = { readonly compared: string };

/**
 * Turns the caller's second factor on, and ends their other sessions, which began without it.
 *
 * @throws PASSWORD_WRONG if the password has changed meanwhile, SECOND_FACTOR_ON,
 *   SECOND_FACTOR_WRONG, INPUT_INVALID
 */
export async function turnOn(
  ctx: UserMutationCtx,
  { compared, ...factor }: Proof & NewFactor,
  now: number,
): Promise<void> {
  await requirePassword(ctx, compared);
  if ((await get(ctx, ctx.actor)) !== null) throw appError("SECOND_FACTOR_ON");
  if (!(await insert(ctx, ctx.actor, factor, now))) throw codeWrong();
  await Sessions.endOthers(ctx);
}

/**
 * Turns the caller's second factor off. If their role needs one, their sessions end, and the next
 * sign-in sets up another one.
 *
 * @throws PASSWORD_WRONG, SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG
 */
export async function turnOff(
  ctx: UserMutationCtx,
  { compared, code }: Proof & { readonly code: string },
  now: number,
): Promise<void> {
  await requirePassword(ctx, compared);
  const factor = await requireFactor(ctx, ctx.actor);
  if (!(await use(ctx, ctx.actor, factor, code, now))) throw codeWrong();
  await remove(ctx, ctx.actor);
  await notify(ctx, ctx.actor, "turnedOff", now);
  const without = { role: ctx.actor.role };
  if (await Policy.isMissing(ctx, without)) await Sessions.endWithPassword(ctx, ctx.actor._id);
}

/** Replaces all recovery codes of the caller. @throws PASSWORD_WRONG, SECOND_FACTOR_OFF */
export async function replaceRecoveryCodes(
  ctx: UserMutationCtx,
  { compared, recoveryCodes }: Proof & { readonly recoveryCodes: readonly string[] },
  now: number,
): Promise<void> {
  await requirePassword(ctx, compared);
  const factor = await requireFactor(ctx, ctx.actor);
  const digests = await digestsOf(ctx.actor, recoveryCodes);
  await ctx.db.patch("secondFactors", factor._id, { recoveryCodes: digests });
  await notify(ctx, ctx.actor, "codesReplaced", now);
}

/** @throws SECOND_FACTOR_OFF */
export async function requireFactor(ctx: QueryCtx, user: User): Promise<SecondFactor> {
  const factor = await get(ctx, user);
  if (factor === null) throw appError("SECOND_FACTOR_OFF", { email: user.email });
  return factor;
}

/** Deletes a person's second factor, if there is one. */
export async function remove(ctx: MutationCtx, user: Pick<User, "_id">): Promise<void> {
  const factor = await get(ctx, user);
  if (factor === null) return;
  await ctx.db.delete("secondFactors", factor._id);
  await UserWrites.setSecondFactorSince(ctx, user._id, undefined);
}

/** Tells a person by mail and News. @param codesLeft for "codeUsed" */
export async function notify(
  ctx: MutationCtx,
  user: User,
  event: Exclude<SecondFactorEvent, "fewCodes" | "resetForOther">,
  now: number,
  codesLeft?: number,
): Promise<void> {
  await addNews(ctx, user, event, now);
  await Mail.queue(ctx, user.email, secondFactorMail(settings(), event, codesLeft), { now });
}

async function addNews(ctx: MutationCtx, user: User, event: SecondFactorEvent, now: number) {
  await Notifications.add(ctx, user.email, { kind: "secondFactor", event }, { at: now });
}

/** Tells the owner, at most once a day, that a caller with their password guesses codes. */
async function reportWrongCodes(ctx: MutationCtx, user: User, now: number): Promise<void> {
  const isTold = await Notifications.hasNews(
    ctx,
    user.email,
    (notice) => notice.kind === "secondFactor" && notice.event === "wrongCodes",
    now - DAY_MS,
  );
  if (!isTold) await notify(ctx, user, "wrongCodes", now);
}

async function requirePassword(ctx: UserMutationCtx, compared: string): Promise<void> {
  const account = await Accounts.getByEmail(ctx, ctx.actor.email);
  if (account?.secret !== compared) throw appError("PASSWORD_WRONG", {}, "password");
}

const codeWrong = () => appError("SECOND_FACTOR_WRONG", {}, "code");

const recoveryDigest = ({ _id }: User, code: string) => digest("recovery code", _id, code);

async function digestsOf(user: User, codes: readonly string[]): Promise<string[]> {
  if (codes.length > RECOVERY_CODES) throw new Error(`${codes.length} recovery codes`);
  return await Promise.all(codes.map((code) => recoveryDigest(user, code)));
}
