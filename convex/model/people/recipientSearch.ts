import { omitUndefined, pickFields } from "#domain/common/objects";
import { matchesPerson } from "#domain/people/nameSearch";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { UserQueryCtx } from "../../lib/functions";
import * as NameWords from "../common/nameWords";
import * as Recipients from "./recipients";
import * as Users from "./users";

/** Maximum number of people shown in a picker; typing more letters narrows the result. */
const MAX_FOUND = 50;

/** Maximum number of recent recipients listed first, and of history records searched for them. */
const MAX_RECENT = 5;
const RECENT_RECORDS = 60;

type Recipient = Pick<Doc<"users">, "email" | "displayName" | "city" | "country" | "away"> & {
  isRecent?: true;
};

/**
 * Returns at most 50 people whose address, or any words of whose name, start with the typed text,
 * sorted by address. While nothing is typed, the caller's most recent recipients come first. A
 * transfer may go to every enabled user except the holder, a return or loss to people on the two
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
  const mayBeAsked = (user: Doc<"users">) => purpose !== "transfer" || user.email !== holder;
  const byAddress = found.filter(mayBeAsked).sort((a, b) => (a.email < b.email ? -1 : 1));
  if (search.trim() !== "") return byAddress.slice(0, MAX_FOUND).map(asRecipient);

  const recent = (await findRecent(ctx, purpose)).filter(mayBeAsked);
  const others = byAddress.filter(({ _id }) => !recent.some((user) => user._id === _id));
  const first = recent.map((user) => ({ ...asRecipient(user), isRecent: true as const }));
  return [...first, ...others.slice(0, MAX_FOUND - first.length).map(asRecipient)];
}

function asRecipient(user: Doc<"users">): Recipient {
  return omitUndefined(pickFields(user, ["email", "displayName", "city", "country", "away"]));
}

const ACTIONS = { transfer: "Transfer", return: "Return", lost: "Request Lost" } as const;

/**
 * Returns the caller's most recent recipients for this purpose, at most 5, latest first. Reads the
 * latest 60 history records of the caller's samples.
 */
async function findRecent(
  ctx: UserQueryCtx,
  purpose: keyof typeof ACTIONS,
): Promise<Doc<"users">[]> {
  const records = await ctx.db
    .query("history")
    .withIndex("by_samplmanag_and_actiondate", (q) => q.eq("samplmanag", ctx.actor.email))
    .order("desc")
    .take(RECENT_RECORDS);
  const asked = records
    .filter(({ uid, action }) => uid === ctx.actor._id && action === ACTIONS[purpose])
    .flatMap(({ recipient }) => recipient ?? []);
  const people = [];
  for (const email of [...new Set(asked)].slice(0, MAX_RECENT)) {
    const user = await Users.getActiveByEmail(ctx, email);
    if (user === null) continue; // has left since, or has another address
    if (purpose === "transfer" || (await Recipients.isListed(ctx, email))) people.push(user);
  }
  return people;
}

/** Reads at most 51 people by address (one of them may be the holder), and as many by name. */
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
