import { isFoundBy } from "../../domain/nameSearch";
import type { Role } from "../../domain/workflow";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { UserQueryCtx } from "../lib/functions";
import * as NameWords from "./nameWords";
import * as Users from "./users";

/** The only writer of `supervisorModel` and `adminModel`: who may be asked to take a return or approve a loss. */

/** A picker shows no more; people type another letter. */
const MAX_FOUND = 50;
/** Both lists together are read whole; a company has far fewer supervisors and admins. */
const MAX_LISTED = 500;

const TABLES = ["supervisorModel", "adminModel"] as const;
type List = (typeof TABLES)[number];

export type Recipient = Pick<Doc<"users">, "email" | "displayName" | "city" | "country">;

/** Whether `email` is on the supervisor or the admin list. */
export async function isListed(ctx: QueryCtx, email: string): Promise<boolean> {
  for (const list of TABLES) {
    if ((await entry(ctx, list, email)) !== null) return true;
  }
  return false;
}

/** Safe to run again. */
export async function add(ctx: MutationCtx, list: List, email: string): Promise<void> {
  if ((await entry(ctx, list, email)) === null) await ctx.db.insert(list, { email });
}

/** Safe to run again. */
export async function remove(ctx: MutationCtx, list: List, email: string): Promise<void> {
  const found = await entry(ctx, list, email);
  if (found !== null) await ctx.db.delete(list, found._id);
}

/** A role brings its list's entry along; the lists themselves give no role. */
export async function follow(ctx: MutationCtx, email: string, role: Role): Promise<void> {
  await (role === "supervisor" ? add : remove)(ctx, "supervisorModel", email);
  await (role === "admin" ? add : remove)(ctx, "adminModel", email);
}

async function entry(ctx: QueryCtx, list: List, email: string) {
  return await ctx.db
    .query(list)
    .withIndex("by_email", (q) => q.eq("email", email))
    .first();
}

/**
 * People to choose from whose address, or any words of whose name, begin with what is typed: at most 50,
 * by address. Transfers go to every enabled user but the holder; returns and losses to the two lists.
 */
export async function find(
  ctx: UserQueryCtx,
  {
    purpose,
    search,
    holder = ctx.actor.email,
  }: { purpose: "transfer" | "return" | "lost"; search: string; holder?: string },
): Promise<Recipient[]> {
  const found =
    purpose === "transfer" ? await findActive(ctx, search) : await findListed(ctx, search);
  return found
    .filter((user) => purpose !== "transfer" || user.email !== holder)
    .sort((a, b) => (a.email < b.email ? -1 : 1))
    .slice(0, MAX_FOUND)
    .map(({ email, displayName, city, country }) => ({ email, displayName, city, country }));
}

/** One range of at most 51 people by address (one may be the holder), and as many by name. */
async function findActive(ctx: QueryCtx, search: string): Promise<Doc<"users">[]> {
  const prefix = search.trim().toLowerCase();
  const byEmail = await ctx.db
    .query("users")
    .withIndex("by_isActive_and_email", (q) =>
      q.eq("isActive", true).gte("email", prefix).lt("email", NameWords.afterPrefix(prefix)),
    )
    .take(MAX_FOUND + 1);
  const byName = await NameWords.find(ctx, search, MAX_FOUND + 1);
  const seen = new Set(byEmail.map(({ _id }) => _id));
  return [...byEmail, ...byName.filter(({ _id }) => !seen.has(_id))];
}

async function findListed(ctx: QueryCtx, search: string): Promise<Doc<"users">[]> {
  const emails = new Set<string>();
  for (const list of TABLES) {
    for (const { email } of await ctx.db.query(list).take(MAX_LISTED)) emails.add(email);
  }
  const people = await Promise.all([...emails].map((email) => Users.getActiveByEmail(ctx, email)));
  return people.filter((user) => user !== null).filter((user) => isFoundBy(user, search));
}
