import { ConvexError } from "convex/values";
import type { AuditAction, AuditChange } from "#domain/accounts/audit";
import { PICK_LIST_KINDS, PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { MAX_TEXT, plainName } from "#domain/common/plainText";
import { textRefusal } from "#domain/common/textRefusal";
import type { Choices } from "#domain/samples/sampleRules";
import { hasImei2, requiresImei2 } from "#domain/identifiers/slots";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as Audit from "../access/audit";
import * as LookupMoves from "./lookupMoves";

/** More entries than any of the ten lists needs; bounds the size of a form's data. */
const MAX_ENTRIES = 2_000;

/** Entries of one list, sorted by label. */
export async function list(ctx: QueryCtx, kind: PickListKind) {
  return await ctx.db
    .query("lookups")
    .withIndex("by_kind_and_label", (q) => q.eq("kind", kind))
    .take(MAX_ENTRIES);
}

/**
 * The values that forms offer; the defaults in domain/samples/pickLists.ts for a list that has no
 * entries yet.
 */
export async function values(ctx: QueryCtx, kind: PickListKind): Promise<string[]> {
  const entries = await list(ctx, kind);
  if (entries.length === 0) return [...PICK_LISTS[kind].values];
  return entries.map(({ value }) => value);
}

export async function options(ctx: QueryCtx): Promise<Record<PickListKind, string[]>> {
  const lists = await Promise.all(
    PICK_LIST_KINDS.map(async (kind) => [kind, await values(ctx, kind)] as const),
  );
  return Object.fromEntries(lists) as Record<PickListKind, string[]>;
}

/** The lists whose values registration and import enforce. */
export async function choices(ctx: QueryCtx): Promise<Choices> {
  return {
    devTypes: await values(ctx, "devTypes"),
    hwtypesModel: await values(ctx, "hwtypesModel"),
    slotsModel: await values(ctx, "slotsModel"),
  };
}

/**
 * Fills every empty list with its default entries. About 200 writes on a new deployment, none
 * later.
 */
export async function seed(ctx: MutationCtx): Promise<void> {
  for (const kind of PICK_LIST_KINDS) await fillIfEmpty(ctx, kind);
}

async function isEmpty(ctx: QueryCtx, kind: PickListKind): Promise<boolean> {
  const first = await ctx.db
    .query("lookups")
    .withIndex("by_kind_and_label", (q) => q.eq("kind", kind))
    .first();
  return first === null;
}

type Entry = Doc<"lookups">;

/**
 * Adds one value to a list. Values that differ only in case are the same.
 *
 * @throws OPTION_MISSING, FIELD_TOO_LONG, OPTION_TAKEN, OPTION_MOVING
 */
export async function addOne(
  ctx: AdministratorCtx,
  kind: PickListKind,
  text: string,
): Promise<void> {
  const value = parseValue(kind, text);
  if (value === "") throw appError("OPTION_MISSING", { kind: PICK_LISTS[kind].label });
  await requireFree(ctx, kind, value);
  // An empty list offers default values; they are stored first, otherwise the new entry would
  // replace them.
  await fillIfEmpty(ctx, kind);
  const isNew = await add(ctx, kind, [value]);
  if (!isNew) throw appError("OPTION_TAKEN");
  await record(ctx, "Option Added", kind, [{ field: kind, to: value }]);
}

/**
 * Changes the value of an entry and of the samples that use it.
 *
 * @param selected the entry's value, in any case
 * @throws ENTRY_NOT_SELECTED if there is no such entry or the new value is empty; FIELD_TOO_LONG,
 *   OPTION_TAKEN, OPTION_MOVING, OPTION_RULE
 */
export async function update(
  ctx: AdministratorCtx,
  { kind, selected, value: text }: { kind: PickListKind; selected: string; value: string },
): Promise<void> {
  const entry = await selectedEntry(ctx, kind, selected);
  const value = parseValue(kind, text);
  if (value === "") throw appError("ENTRY_NOT_SELECTED");
  if (value === entry.value) return;
  const taken = await find(ctx, kind, value);
  if (taken !== null && taken._id !== entry._id) throw appError("OPTION_TAKEN");
  await requireFree(ctx, kind, value);
  requireSameRule(kind, entry.value, value);
  await ctx.db.patch("lookups", entry._id, { label: labelOf(value), value });
  await record(ctx, "Option Updated", kind, [{ field: kind, from: entry.value, to: value }]);
  await LookupMoves.start(ctx, { kind, from: entry.value, to: value });
}

/**
 * Removes an entry; samples keep their value.
 * @throws ENTRY_NOT_SELECTED
 */
export async function remove(
  ctx: AdministratorCtx,
  { kind, selected }: { kind: PickListKind; selected: string },
): Promise<void> {
  const entry = await selectedEntry(ctx, kind, selected);
  await ctx.db.delete("lookups", entry._id);
  await record(ctx, "Option Deleted", kind, [{ field: kind, from: entry.value }]);
}

/**
 * Merges the entry `selected` into the entry `into`: `selected` is deleted, and its samples get the
 * value of `into`.
 *
 * @throws ENTRY_NOT_SELECTED unless both are entries of the list and differ; OPTION_RULE
 */
export async function merge(
  ctx: AdministratorCtx,
  { kind, selected, into }: { kind: PickListKind; selected: string; into: string },
): Promise<void> {
  const entry = await selectedEntry(ctx, kind, selected);
  const kept = await selectedEntry(ctx, kind, into);
  if (entry._id === kept._id) throw appError("ENTRY_NOT_SELECTED");
  requireSameRule(kind, entry.value, kept.value);
  await ctx.db.delete("lookups", entry._id);
  await record(ctx, "Options Merged", kind, [{ field: kind, from: entry.value, to: kept.value }]);
  await LookupMoves.start(ctx, { kind, from: entry.value, to: kept.value });
}

function parseValue(kind: PickListKind, text: string): string {
  const value = plainName(text);
  const { label } = PICK_LISTS[kind];
  const refused = textRefusal(value, { label, max: MAX_TEXT });
  if (refused !== null) throw new ConvexError({ ...refused });
  return value;
}

const labelOf = (value: string) => value.toLowerCase();

async function find(ctx: QueryCtx, kind: PickListKind, value: string): Promise<Entry | null> {
  return await ctx.db
    .query("lookups")
    .withIndex("by_kind_and_label", (q) => q.eq("kind", kind).eq("label", labelOf(value)))
    .first();
}

async function selectedEntry(
  ctx: MutationCtx,
  kind: PickListKind,
  selected: string,
): Promise<Entry> {
  await fillIfEmpty(ctx, kind);
  // An entry may predate the rule of single spaces.
  const entry =
    (await find(ctx, kind, selected.trim())) ?? (await find(ctx, kind, plainName(selected)));
  if (entry === null) throw appError("ENTRY_NOT_SELECTED");
  return entry;
}

async function fillIfEmpty(ctx: MutationCtx, kind: PickListKind): Promise<void> {
  if (await isEmpty(ctx, kind)) await add(ctx, kind, PICK_LISTS[kind].values);
}

/**
 * @throws OPTION_MOVING while samples are being moved away from this value: new ones would be moved
 *   too
 */
async function requireFree(ctx: QueryCtx, kind: PickListKind, value: string): Promise<void> {
  if (await LookupMoves.isMoving(ctx, kind, value)) throw appError("OPTION_MOVING", { value });
}

/**
 * @throws OPTION_RULE if the moved samples would have an IMEI 2 that the new value forbids, or lack
 *   one that it requires
 */
function requireSameRule(kind: PickListKind, from: string, to: string): void {
  if (kind !== "slotsModel") return;
  if (hasImei2(from) === hasImei2(to) && requiresImei2(from) === requiresImei2(to)) return;
  throw appError("OPTION_RULE", { from, to });
}

async function record(
  ctx: AdministratorCtx,
  action: AuditAction,
  kind: PickListKind,
  changes: AuditChange[],
): Promise<void> {
  await Audit.append(ctx, { action, entry: PICK_LISTS[kind].label, changes });
}

/**
 * Adds the values that a list does not have yet.
 * @returns false if it had all of them
 */
export async function add(
  ctx: MutationCtx,
  kind: PickListKind,
  values: readonly string[],
): Promise<boolean> {
  let added = false;
  for (const value of values) {
    if ((await find(ctx, kind, value)) !== null) continue;
    await ctx.db.insert("lookups", { kind, label: labelOf(value), value });
    added = true;
  }
  return added;
}
