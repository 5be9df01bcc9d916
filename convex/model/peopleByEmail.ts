import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

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
    const person = await this.#ctx.db
      .query("users")
      .withIndex("by_email", (q) => q.eq("email", email))
      .unique();
    this.#found.set(email, person);
    return person;
  }
}
