/**
 * The only writer of `supervisorModel` and `adminModel`, the lists of people who may receive a
 * return or approve a loss.
 */
import type { Role } from "#domain/custody/workflow";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** Maximum number of entries read per list; lists are read whole, and companies have far fewer. */
const MAX_LISTED = 500;

const TABLES = ["supervisorModel", "adminModel"] as const;
export type List = (typeof TABLES)[number];

/** True if `email` is on the supervisor or the admin list. */
export async function isListed(ctx: QueryCtx, email: string): Promise<boolean> {
  for (const list of TABLES) if (await isOn(ctx, list, email)) return true;
  return false;
}

/** True if `email` is on `list`. */
export async function isOn(ctx: QueryCtx, list: List, email: string): Promise<boolean> {
  return (await entry(ctx, list, email)) !== null;
}

/** Idempotent. */
export async function add(ctx: MutationCtx, list: List, email: string): Promise<void> {
  if ((await entry(ctx, list, email)) === null) await ctx.db.insert(list, { email });
}

/** Idempotent. */
export async function remove(ctx: MutationCtx, list: List, email: string): Promise<void> {
  const found = await entry(ctx, list, email);
  if (found !== null) await ctx.db.delete(list, found._id);
}

/**
 * Adds a person to the list of their role and removes them from the other one. A list entry grants
 * no role.
 */
export async function syncWithRole(ctx: MutationCtx, email: string, role: Role): Promise<void> {
  await (role === "supervisor" ? add : remove)(ctx, "supervisorModel", email);
  await (role === "admin" ? add : remove)(ctx, "adminModel", email);
}

/** Replaces a person's address in their list entries without changing their position. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  for (const list of TABLES) {
    const found = await entry(ctx, list, from);
    if (found === null) continue;
    if (await isOn(ctx, list, to)) await ctx.db.delete(list, found._id);
    else await ctx.db.patch(list, found._id, { email: to });
  }
}

async function entry(ctx: QueryCtx, list: List, email: string) {
  return await ctx.db
    .query(list)
    .withIndex("by_email", (q) => q.eq("email", email))
    .first();
}

/** Distinct addresses on either list. Reads at most 500 entries of each list. */
export async function listedEmails(ctx: QueryCtx): Promise<string[]> {
  const emails = await Promise.all(TABLES.map((list) => emailsOn(ctx, list)));
  return [...new Set(emails.flat())];
}

/** Addresses on one list, sorted; at most 500. */
export async function emailsOn(ctx: QueryCtx, list: List): Promise<string[]> {
  const entries = await ctx.db.query(list).withIndex("by_email").take(MAX_LISTED);
  return entries.map(({ email }) => email);
}
