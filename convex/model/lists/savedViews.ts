/** The only writer of `savedViews`. */
import { omit } from "convex-helpers";
import { replaceChosen } from "#domain/tables/addressFilters";
import { mayAct } from "#domain/people/roles";
import {
  MAX_VIEW_NAME,
  MAX_VIEWS,
  viewAudience,
  type ViewState,
  type ViewTable,
} from "#domain/samples/savedViews";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { parseName } from "../../lib/names";
import { stateToStore } from "../../lib/storedFilters";
import * as Users from "../people/users";

type View = Doc<"savedViews">;

/**
 * The caller's own views, and the views that admins and the caller's supervisor share with them. A
 * sharer must still hold the role: shared views disappear with it. At most 3 × MAX_VIEWS.
 */
export async function list(ctx: UserQueryCtx) {
  const { email, supervisor } = ctx.actor;
  const own = await ownedBy(ctx, email);
  const sharedWithAll = await sharedByAdmins(ctx);
  const teams = supervisor === undefined ? [] : await sharedBySupervisor(ctx, supervisor);
  const views = new Map([...own, ...sharedWithAll, ...teams].map((view) => [view._id, view]));
  return [...views.values()].map((view) => ({
    ...omit(view, ["_creationTime"]),
    isOwn: view.owner === email,
  }));
}

/** @throws FIELD_MISSING, FIELD_TOO_LONG, VIEW_NAME_TAKEN, VIEWS_FULL */
export async function save(
  ctx: UserMutationCtx,
  { name, table, state }: { name: string; table: ViewTable; state: ViewState },
): Promise<Id<"savedViews">> {
  const owner = ctx.actor.email;
  const own = await ownedBy(ctx, owner);
  if (own.length >= MAX_VIEWS) throw appError("VIEWS_FULL", { max: MAX_VIEWS });
  const view = { owner, table, name: nameAmong(own, name), state: stateToStore(state, "View") };
  return await ctx.db.insert("savedViews", view);
}

/**
 * Renames one of the caller's views or replaces its rows and columns.
 *
 * @throws DOCUMENT_MISSING, and the errors of `save`
 */
export async function update(
  ctx: UserMutationCtx,
  { viewId, name, state }: { viewId: string; name?: string; state?: ViewState },
): Promise<void> {
  const view = await getOwn(ctx, viewId);
  const others = (await ownedBy(ctx, view.owner)).filter(({ _id }) => _id !== view._id);
  await ctx.db.patch("savedViews", view._id, {
    ...(name === undefined ? {} : { name: nameAmong(others, name) }),
    ...(state === undefined ? {} : { state: stateToStore(state, "View") }),
  });
}

/**
 * Shares a view with the caller's audience (all users for an admin, the team for a supervisor), or
 * stops sharing it.
 *
 * @throws DOCUMENT_MISSING, NOT_ALLOWED; VIEWS_FULL when admins already share MAX_VIEWS with all
 *   users
 */
export async function share(
  ctx: UserMutationCtx,
  { viewId, isShared }: { viewId: string; isShared: boolean },
): Promise<void> {
  const view = await getOwn(ctx, viewId);
  const audience = viewAudience(ctx.actor.role);
  if (isShared && audience === null) throw appError("NOT_ALLOWED");
  if (isShared && audience === "everybody" && view.audience !== audience) {
    const shared = await forEverybody(ctx);
    if (shared.length >= MAX_VIEWS) throw appError("VIEWS_FULL", { max: MAX_VIEWS });
  }
  const next = isShared && audience !== null ? audience : undefined;
  await ctx.db.patch("savedViews", view._id, { audience: next });
}

/** @throws DOCUMENT_MISSING */
export async function remove(ctx: UserMutationCtx, viewId: string): Promise<void> {
  const view = await getOwn(ctx, viewId);
  await ctx.db.delete("savedViews", view._id);
}

/** Reassigns a person's views to their new address. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  for (const { _id } of await ownedBy(ctx, from)) {
    await ctx.db.patch("savedViews", _id, { owner: to });
  }
}

/**
 * Replaces a person's former address in the filters of views. History records keep the address of
 * their time, so views of the history filter by both.
 */
export async function renameInFilters(
  ctx: MutationCtx,
  views: readonly View[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const { _id, table, state } of views) {
    const { filter } = state;
    if (filter === undefined) continue;
    const addresses = table === "history" ? [to, from] : [to];
    const renamed = replaceChosen(filter, from, ...addresses);
    if (renamed !== filter)
      await ctx.db.patch("savedViews", _id, { state: { ...state, filter: renamed } });
  }
}

async function ownedBy(ctx: QueryCtx, owner: string): Promise<View[]> {
  return await ctx.db
    .query("savedViews")
    .withIndex("by_owner", (q) => q.eq("owner", owner))
    .take(MAX_VIEWS);
}

async function forEverybody(ctx: UserQueryCtx): Promise<View[]> {
  return await ctx.db
    .query("savedViews")
    .withIndex("by_audience", (q) => q.eq("audience", "everybody"))
    .take(MAX_VIEWS);
}

async function sharedByAdmins(ctx: UserQueryCtx): Promise<View[]> {
  const views = await forEverybody(ctx);
  const owners = [...new Set(views.map(({ owner }) => owner))];
  const people = await Promise.all(owners.map((owner) => Users.getActiveByEmail(ctx, owner)));
  const admins = new Set(
    people.flatMap((person) => (person?.role === "admin" ? person.email : [])),
  );
  return views.filter(({ owner }) => admins.has(owner));
}

async function sharedBySupervisor(ctx: UserQueryCtx, supervisor: string): Promise<View[]> {
  const person = await Users.findActiveByAnyEmail(ctx, supervisor);
  if (person === null || !mayAct(person.role, "supervisor")) return [];
  return (await ownedBy(ctx, person.email)).filter(({ audience }) => audience !== undefined);
}

/** The caller's own view. For other users' views, shared ones too, it throws DOCUMENT_MISSING. */
async function getOwn(ctx: UserMutationCtx, viewIdText: string): Promise<View> {
  const viewId = ctx.db.normalizeId("savedViews", viewIdText);
  const view = viewId === null ? null : await ctx.db.get("savedViews", viewId);
  if (view?.owner !== ctx.actor.email) throw appError("DOCUMENT_MISSING");
  return view;
}

function nameAmong(others: readonly View[], typed: string): string {
  const name = parseName(typed, MAX_VIEW_NAME);
  const isTaken = others.some((view) => view.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw appError("VIEW_NAME_TAKEN", { name }, "name");
  return name;
}
