/**
 * Sign-ups for unverified addresses. Anyone may sign up any address, so sign-ups for one address
 * exist in parallel: each has its own password, profile and codes, and none affects another.
 *
 *   squatter signs up ana@   sign-up 1: password S, code 1 mailed to Ana
 *   Ana signs up ana@        sign-up 2: password A, code 2 mailed to Ana
 *   code 2 with password A   sign-up 2 becomes the account; sign-up 1 is deleted
 *
 * Verification needs the code and the password of the same sign-up. The squatter never sees a code,
 * and Ana cannot confirm the squatter's sign-up by mistake, because she does not know its password.
 */
import { DAY_MS } from "#domain/common/durations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Caller } from "../access/knownClients";
import * as MailedCodes from "./mailedCodes";
import type { NewUser } from "./userWrites";
import { deleteBatch } from "../common/sweep";

export type SignUp = Doc<"signUps">;

/**
 * Maximum number of sign-ups per address; beyond it, the oldest without a valid code is deleted.
 */
const MAX_SIGN_UPS = 60;
/** An unverified sign-up is deleted after this time. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Adds a sign-up. It replaces an earlier one from the same browser, whose user is correcting their
 * input.
 */
export async function insert(
  ctx: MutationCtx,
  { person, secret }: { person: NewUser; secret: string },
  { networkMark, browserMark }: Pick<Caller, "networkMark" | "browserMark">,
  now: number,
): Promise<SignUp> {
  const { email } = person;
  const earlier = await ofAddress(ctx, email);
  const replaced = earlier.filter((signUp) => isFrom(signUp, browserMark));
  for (const { _id } of replaced) await ctx.db.delete("signUps", _id);
  if (earlier.length - replaced.length >= MAX_SIGN_UPS) await makeRoom(ctx, email, earlier, now);
  const signUpId = await ctx.db.insert("signUps", {
    email,
    person,
    secret,
    ...(networkMark && { networkMark }),
    ...(browserMark && { browserMark }),
  });
  const signUp = await ctx.db.get("signUps", signUpId);
  if (signUp === null) throw new Error(`Sign-up ${signUpId} is gone`);
  return signUp;
}

async function makeRoom(ctx: MutationCtx, email: string, signUps: readonly SignUp[], now: number) {
  const codes = await MailedCodes.listValid(ctx, email, "verify", now);
  const waitedFor = new Set(codes.map(({ signUpId }) => signUpId));
  const oldest = signUps.find(({ _id }) => !waitedFor.has(_id));
  if (oldest) await ctx.db.delete("signUps", oldest._id);
}

/**
 * Returns the sign-up that a caller most likely made, if they give only the address: the newest
 * from their browser, else from their network, else the newest of all. Null if there is none.
 */
export async function pick(ctx: QueryCtx, email: string, caller: Caller): Promise<SignUp | null> {
  const newestFirst = (await ofAddress(ctx, email)).reverse();
  const { browserMark, networkMark } = caller;
  return (
    newestFirst.find((signUp) => isFrom(signUp, browserMark)) ??
    newestFirst.find((signUp) => networkMark !== null && signUp.networkMark === networkMark) ??
    newestFirst[0] ??
    null
  );
}

/** The sign-up with exactly this password hash. Hashes are salted, so there is at most one. */
export async function getBySecret(
  ctx: QueryCtx,
  email: string,
  secret: string,
): Promise<SignUp | null> {
  const signUps = await ofAddress(ctx, email);
  return signUps.find((signUp) => signUp.secret === secret) ?? null;
}

export async function getById(ctx: QueryCtx, signUpId: Id<"signUps">): Promise<SignUp | null> {
  return await ctx.db.get("signUps", signUpId);
}

/** Deletes all sign-ups for an address, once the address is verified. */
export async function deleteAll(ctx: MutationCtx, email: string): Promise<void> {
  for (const { _id } of await ofAddress(ctx, email)) await ctx.db.delete("signUps", _id);
}

/** Deletes sign-ups older than KEPT_MS. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("signUps")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - KEPT_MS));
  return await deleteBatch(ctx, "signUps", old);
}

const isFrom = (signUp: SignUp, browserMark: string | null) =>
  browserMark !== null && signUp.browserMark === browserMark;

/** The sign-ups for an address, oldest first. */
async function ofAddress(ctx: QueryCtx, email: string): Promise<SignUp[]> {
  return await ctx.db
    .query("signUps")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_SIGN_UPS + 1);
}
