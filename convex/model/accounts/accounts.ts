/**
 * The only writer of password accounts. They are rows of @convex-dev/auth's table, so that its
 * tools can read them. A verified account has a `secret`, the hash of its password; until then,
 * each sign-up for the address has a password of its own (signUps.ts).
 */
import { omitUndefined } from "#domain/common/objects";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import * as KnownClients from "../access/knownClients";
import * as MailedCodes from "./mailedCodes";
import * as UserWrites from "./userWrites";
import * as SignUps from "./signUps";

/** The provider's id in `auth.ts`, in `authAccounts` and in clients. */
export const PROVIDER = "password";

export type Account = Doc<"authAccounts">;
export type User = Doc<"users">;

export async function getByEmail(ctx: QueryCtx, email: string): Promise<Account | null> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PROVIDER).eq("providerAccountId", email),
    )
    .unique();
}

/**
 * Inserts a person who may sign in immediately with the password of `secret`: for the demo seed and
 * tests.
 */
export async function createVerified(
  ctx: MutationCtx,
  person: UserWrites.NewUser,
  secret: string,
  now: number,
): Promise<Id<"users">> {
  const { user } = await create(ctx, person, secret, now);
  await UserWrites.verify(ctx, user, now);
  return user._id;
}

/** Sets an account's password. @param secret its hash; undefined removes the password */
export async function setSecret(
  ctx: MutationCtx,
  account: Account,
  secret: string | undefined,
): Promise<void> {
  await ctx.db.patch("authAccounts", account._id, { secret });
}

/** Changes the address by which a person signs in; the password stays. */
export async function setEmail(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const account = await getByEmail(ctx, from);
  if (account !== null) {
    await ctx.db.patch("authAccounts", account._id, { providerAccountId: to });
  }
  await KnownClients.forgetAll(ctx, from);
}

/** Deletes the account and user of an unverified address, with all its sign-ups. */
export async function removeUnverified(
  ctx: MutationCtx,
  email: string,
  now: number,
): Promise<void> {
  const account = await getByEmail(ctx, email);
  if (account === null) return;
  await UserWrites.removeUnverified(ctx, await userOf(ctx, account));
  await ctx.db.delete("authAccounts", account._id);
  await SignUps.deleteAll(ctx, email);
  await MailedCodes.deleteAll(ctx, email, "verify", now);
}

/**
 * Inserts an account and its user, with an unverified address.
 *
 * @param secret undefined while only sign-ups have passwords
 */
export async function create(
  ctx: MutationCtx,
  person: UserWrites.NewUser,
  secret: string | undefined,
  now: number,
): Promise<{ account: Account; user: User }> {
  const userId = await UserWrites.insert(ctx, person, now);
  const accountId = await ctx.db.insert("authAccounts", {
    userId,
    provider: PROVIDER,
    providerAccountId: person.email,
    ...omitUndefined({ secret }),
  });
  const account = await ctx.db.get("authAccounts", accountId);
  if (account === null) throw new Error(`Account ${accountId} is gone`);
  return { account, user: await userOf(ctx, account) };
}

/** The person of an account. */
export async function userOf(ctx: QueryCtx, { userId }: Account): Promise<User> {
  const user = await ctx.db.get("users", userId);
  if (user === null) throw new Error(`An account without its user ${userId}`);
  return user;
}

/** True once the person has proved that they read the address's mail. */
export const isVerified = (user: User) => user.emailVerificationTime !== undefined;
