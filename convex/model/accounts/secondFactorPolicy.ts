/** The only writer of `secondFactorPolicy`: the roles whose people must have a second factor. */
import { ROLES, type Role } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

export async function requiredRoles(ctx: QueryCtx): Promise<Role[]> {
  return (await ctx.db.query("secondFactorPolicy").first())?.roles ?? [];
}

/** Stores the roles, each once, in the order of ROLES. */
export async function setRequiredRoles(ctx: MutationCtx, roles: readonly Role[]): Promise<void> {
  const row = { roles: ROLES.filter((role) => roles.includes(role)) };
  const stored = await ctx.db.query("secondFactorPolicy").first();
  if (stored === null) await ctx.db.insert("secondFactorPolicy", row);
  else await ctx.db.replace("secondFactorPolicy", stored._id, row);
}

/** True for a person whose role needs a second factor and who has none. */
export async function isMissing(
  ctx: QueryCtx,
  { role, secondFactorSince }: Pick<Doc<"users">, "role" | "secondFactorSince">,
): Promise<boolean> {
  return secondFactorSince === undefined && (await requiredRoles(ctx)).includes(role);
}
