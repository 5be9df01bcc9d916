/**
 * The only writer of `stockTakePeople`. Decides who may read a stock-take and scan in it, and who
 * may end and share it (docs/product.md, "Stock-takes: people"). People are stored by user id, so a
 * change of e-mail has no effect here.
 */
import { MAX_HELPERS } from "#domain/stockTakes/stockTake";
import { mayAct } from "#domain/people/roles";
import { mayUseScope } from "#domain/samples/lists";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import * as Notifications from "../notifications/notifications";
import * as Users from "../people/users";

export type StockTake = Doc<"stockTakes">;
type Part = Doc<"stockTakePeople">["part"];

/** The opener, their supervisor, the person counted and the helpers. */
const MAX_PEOPLE = 3 + MAX_HELPERS;

/**
 * The stock-take, for its participants and admins.
 *
 * @throws STOCK_TAKE_MISSING, both for an unknown id and for a stock-take of other people
 */
export async function getOrThrow(ctx: UserQueryCtx, stockTakeId: string): Promise<StockTake> {
  const id = ctx.db.normalizeId("stockTakes", stockTakeId);
  const stockTake = id && (await findOwn(ctx, id));
  if (stockTake === null) throw appError("STOCK_TAKE_MISSING");
  return stockTake;
}

/** Like `getOrThrow`, but returns null if the caller does not participate. */
export async function findOwn(ctx: UserQueryCtx, id: Id<"stockTakes">): Promise<StockTake | null> {
  const stockTake = await ctx.db.get("stockTakes", id);
  if (stockTake === null || ctx.actor.role === "admin") return stockTake;
  return (await partOf(ctx, stockTake, ctx.actor)) === null ? null : stockTake;
}

/**
 * The stock-take, for users who may end and share it.
 *
 * @throws STOCK_TAKE_MISSING, STOCK_TAKE_NOT_YOURS
 */
export async function getManagedOrThrow(
  ctx: UserMutationCtx,
  stockTakeId: string,
): Promise<StockTake> {
  const stockTake = await getOrThrow(ctx, stockTakeId);
  if (!(await mayManage(ctx, stockTake))) throw appError("STOCK_TAKE_NOT_YOURS");
  return stockTake;
}

/** True for the opener, their supervisor at the opening, and admins. */
export async function mayManage(ctx: UserQueryCtx, stockTake: StockTake): Promise<boolean> {
  if (ctx.actor.role === "admin") return true;
  const part = await partOf(ctx, stockTake, ctx.actor);
  return part === "opener" || part === "supervisor";
}

/**
 * The caller's part in a stock-take; null also for a participating supervisor, and for an opener,
 * whose present role no longer permits what they would read.
 */
async function partOf(
  ctx: QueryCtx,
  stockTake: StockTake,
  person: Doc<"users">,
): Promise<Part | null> {
  const row = await rowOf(ctx, stockTake._id, person._id);
  if (row?.part === "supervisor" && !mayAct(person.role, "supervisor")) return null;
  if (row?.part === "opener" && !holdsScopes(person, stockTake)) return null;
  return row?.part ?? null;
}

/** True if the person's present role has the scopes in which the stock-take was opened. */
export function holdsScopes(
  { role }: Pick<Doc<"users">, "role">,
  { scopes }: Pick<StockTake, "scopes">,
): boolean {
  return scopes.every((scope) => mayUseScope(role, "report", scope));
}

async function rowOf(ctx: QueryCtx, stockTake: Id<"stockTakes">, uid: Id<"users">) {
  return await ctx.db
    .query("stockTakePeople")
    .withIndex("by_stockTake_and_uid", (q) => q.eq("stockTake", stockTake).eq("uid", uid))
    .unique();
}

/** The people of a stock-take, at most MAX_PEOPLE. */
export async function listOf(ctx: QueryCtx, stockTake: Id<"stockTakes">) {
  return await ctx.db
    .query("stockTakePeople")
    .withIndex("by_stockTake_and_uid", (q) => q.eq("stockTake", stockTake))
    .take(MAX_PEOPLE);
}

/** Adds the opener, their supervisor, and the person whose samples are counted. */
export async function begin(
  ctx: UserMutationCtx,
  stockTake: Id<"stockTakes">,
  counted: Id<"users"> | null,
): Promise<void> {
  await add(ctx, stockTake, ctx.actor._id, "opener");
  if (counted !== null) await add(ctx, stockTake, counted, "counted");
  const { supervisor } = ctx.actor;
  const person = supervisor === undefined ? null : await Users.findByAnyEmail(ctx, supervisor);
  if (person !== null) await add(ctx, stockTake, person._id, "supervisor");
}

/**
 * Adds a person. An existing part is kept.
 *
 * @returns whether the person was added
 */
async function add(
  ctx: MutationCtx,
  stockTake: Id<"stockTakes">,
  uid: Id<"users">,
  part: Part,
): Promise<boolean> {
  if ((await rowOf(ctx, stockTake, uid)) !== null) return false;
  await ctx.db.insert("stockTakePeople", { stockTake, uid, part, isOpen: true });
  return true;
}

/**
 * The stock-take, for a caller who may still change it.
 * @throws STOCK_TAKE_OVER, and the errors of `getManagedOrThrow`
 */
async function getChangeableOrThrow(ctx: UserMutationCtx, stockTakeId: string) {
  const stockTake = await getManagedOrThrow(ctx, stockTakeId);
  if (!stockTake.isOpen) throw appError("STOCK_TAKE_OVER", { state: stockTake.state });
  return stockTake;
}

/** Implements stockTakes.share. Notifies the helper in their inbox. */
export async function share(
  ctx: UserMutationCtx,
  stockTakeId: string,
  email: string,
  now: number,
): Promise<void> {
  const stockTake = await getChangeableOrThrow(ctx, stockTakeId);
  const person = await Users.findActiveByAnyEmail(ctx, email.trim().toLowerCase());
  if (person === null) throw appError("RECIPIENT_UNKNOWN", {}, "recipient");
  const people = await listOf(ctx, stockTake._id);
  const helpers = people.filter(({ part }) => part === "helper");
  if (helpers.length >= MAX_HELPERS) throw appError("HELPERS_FULL", { max: MAX_HELPERS });
  const isNew = await add(ctx, stockTake._id, person._id, "helper");
  if (!isNew) return;
  const about = { stockTakeId: stockTake._id, name: stockTake.name };
  const notice = { kind: "stockTakeShared" as const, ...about };
  const by = { actor: ctx.actor.email, at: now };
  await Notifications.addOrRenew(
    ctx,
    person.email,
    notice,
    by,
    (earlier) => earlier.kind === "stockTakeShared" && earlier.stockTakeId === about.stockTakeId,
  );
}

/** Implements stockTakes.unshare. Removes helpers only; the other participants are required. */
export async function unshare(ctx: UserMutationCtx, stockTakeId: string, email: string) {
  const stockTake = await getChangeableOrThrow(ctx, stockTakeId);
  const person = await Users.findByAnyEmail(ctx, email.trim().toLowerCase());
  const row = person && (await rowOf(ctx, stockTake._id, person._id));
  if (row?.part === "helper") await ctx.db.delete("stockTakePeople", row._id);
}

/** Moves an ended stock-take to the "ended" section of every participant's list. */
export async function end(ctx: MutationCtx, stockTake: Id<"stockTakes">): Promise<void> {
  for (const { _id } of await listOf(ctx, stockTake)) {
    await ctx.db.patch("stockTakePeople", _id, { isOpen: false });
  }
}
