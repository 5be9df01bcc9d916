import { omitUndefined, pickFields } from "../../domain/objects";
import { matchesPerson } from "../../domain/nameSearch";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { UserQueryCtx } from "../lib/functions";
import * as NameWords from "./nameWords";
import * as Recipients from "./recipients";
import * as Users from "./users";

/** Most people that a picker shows; typing another letter narrows them. */
const MAX_FOUND = 50;

type Recipient = Pick<Doc<"users">, "email" | "displayName" | "city" | "country" | "away">;

/**
 * Returns at most 50 people whose address, or any words of whose name, begin with the typed text,
 * by address. A transfer may go to every enabled user but the holder, a return or loss to the two
 * lists.
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
    .map((user) =>
      omitUndefined(pickFields(user, ["email", "displayName", "city", "country", "away"])),
    );
}

/** Reads one range of at most 51 people by address (one may be the holder), and as many by name. */
async function findActive(ctx: QueryCtx, search: string): Promise<Doc<"users">[]> {
  const prefix = search.trim().toLowerCase();
  const byEmail = await ctx.db
    .query("users")
    .withIndex("by_isActive_and_email", (q) =>
      q.eq("isActive", true).gte("email", prefix).lt("email", NameWords.prefixEnd(prefix)),
    )
    .take(MAX_FOUND + 1);
  const byName = await NameWords.find(ctx, search, MAX_FOUND + 1);
  const seen = new Set(byEmail.map(({ _id }) => _id));
  return [...byEmail, ...byName.filter(({ _id }) => !seen.has(_id))];
}

async function findListed(ctx: QueryCtx, search: string): Promise<Doc<"users">[]> {
  const emails = await Recipients.listedEmails(ctx);
  const people = await Promise.all(emails.map((email) => Users.getActiveByEmail(ctx, email)));
  return people.filter((user) => user !== null).filter((user) => matchesPerson(user, search));
}
