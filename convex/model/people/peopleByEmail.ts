import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ownerOf } from "./formerEmails";

/** Finds the account with this e-mail, whether or not its person may sign in. */
export async function getByEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/**
 * Finds an account by e-mail; null also for people who are disabled or have not verified their
 * address.
 */
export async function getActiveByEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  const user = await getByEmail(ctx, email);
  return user?.isActive ? user : null;
}

/**
 * Finds the person who has or had this address. For what people and spreadsheets name somebody by;
 * signing in goes by present addresses only.
 */
export async function findByAnyEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return (await getByEmail(ctx, email)) ?? (await ownerOf(ctx, email));
}

/**
 * Finds people by their e-mail, each with one read at most, in a transaction that changes none of
 * them.
 */
export class PeopleByEmail {
  readonly #ctx: QueryCtx;
  readonly #found: Map<string, Doc<"users"> | null>;

  /** @param known records that this transaction has read: they cost no read */
  constructor(ctx: QueryCtx, known: readonly Doc<"users">[]) {
    this.#ctx = ctx;
    this.#found = new Map(known.map((person) => [person.email, person]));
  }

  /** @returns null for an address without an account */
  async get(email: string): Promise<Doc<"users"> | null> {
    const known = this.#found.get(email);
    if (known !== undefined) return known;
    const person = await getByEmail(this.#ctx, email);
    this.#found.set(email, person);
    return person;
  }
}
