import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** A file of its own, for the model files that model/people/users.ts imports. */

/** Null for a person who is disabled or has not verified their address. */
export async function getActive(ctx: QueryCtx, id: Id<"users">): Promise<Doc<"users"> | null> {
  const person = await ctx.db.get("users", id);
  return person?.isActive && !person.disabled ? person : null;
}

/** More admins than any company has. */
const MAX_ADMINS = 50;

export async function listAdmins(ctx: QueryCtx): Promise<Doc<"users">[]> {
  return await ctx.db
    .query("users")
    .withIndex("by_role_and_isActive", (q) => q.eq("role", "admin").eq("isActive", true))
    .take(MAX_ADMINS);
}
