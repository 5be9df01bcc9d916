/**
 * The only writer of `provisioned`: what a company's directory states about people, beyond the
 * fields of `users`. A person has at most one row; people whom no directory named have none.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Patch } from "#domain/common/objects";
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

type Row = Doc<"provisioned">;

export async function get(ctx: QueryCtx, uid: Id<"users">): Promise<Row | null> {
  return await getOneFrom(ctx.db, "provisioned", "by_uid", uid);
}

/** Changes the stated fields of a person; undefined clears one. */
export async function set(
  ctx: MutationCtx,
  uid: Id<"users">,
  fields: Omit<Patch<WithoutSystemFields<Row>>, "uid">,
): Promise<void> {
  const row = await get(ctx, uid);
  const rowId = row?._id ?? (await ctx.db.insert("provisioned", { uid }));
  await ctx.db.patch("provisioned", rowId, fields);
}

/** At most `max` people with this external id. */
export async function withExternalId(
  ctx: QueryCtx,
  externalId: string,
  max: number,
): Promise<Row[]> {
  return await ctx.db
    .query("provisioned")
    .withIndex("by_externalId", (q) => q.eq("externalId", externalId))
    .take(max);
}

/** At most `max` people who wait until `manager` may supervise. */
export async function waitingFor(ctx: QueryCtx, manager: string, max: number): Promise<Row[]> {
  return await ctx.db
    .query("provisioned")
    .withIndex("by_awaits_manager", (q) => q.eq("awaits.manager", manager))
    .take(max);
}

/** At most `max` people who wait for a manager, by the manager's e-mail. */
export async function waiting(ctx: QueryCtx, max: number): Promise<Row[]> {
  return await ctx.db
    .query("provisioned")
    .withIndex("by_awaits_manager", (q) => q.gt("awaits.manager", ""))
    .take(max);
}
