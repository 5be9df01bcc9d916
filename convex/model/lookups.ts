import { PICK_LIST_KINDS, PICK_LISTS, type PickListKind } from "../../domain/pickLists";
import { MAX_TEXT, plainText } from "../../domain/plainText";
import type { Choices } from "../../domain/sampleRules";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appError } from "../lib/errors";

/** More entries than any of the ten lists needs; bounds the size of a form's data. */
const MAX_ENTRIES = 2_000;

/** Entries of one list, by label. */
export async function list(ctx: QueryCtx, kind: PickListKind) {
  return await ctx.db
    .query("lookups")
    .withIndex("by_kind_and_label", (q) => q.eq("kind", kind))
    .take(MAX_ENTRIES);
}

/**
 * The values that forms offer; for a list that nobody has filled yet, those of domain/pickLists.ts.
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
 * Fills every empty list with its first entries. About 200 writes on a new deployment, none later.
 */
export async function seed(ctx: MutationCtx): Promise<null> {
  for (const kind of PICK_LIST_KINDS) {
    if (await isEmpty(ctx, kind)) await add(ctx, kind, PICK_LISTS[kind].values);
  }
  return null;
}

async function isEmpty(ctx: QueryCtx, kind: PickListKind): Promise<boolean> {
  const first = await ctx.db
    .query("lookups")
    .withIndex("by_kind_and_label", (q) => q.eq("kind", kind))
    .first();
  return first === null;
}

/**
 * Adds one value to a list. Values that differ in the case of letters only are the same.
 *
 * @throws OPTION_MISSING, FIELD_TOO_LONG, OPTION_TAKEN
 */
export async function addOne(ctx: MutationCtx, kind: PickListKind, text: string): Promise<null> {
  const value = plainText(text);
  const { label } = PICK_LISTS[kind];
  if (value === "") throw appError("OPTION_MISSING", { kind: label });
  if (value.length > MAX_TEXT) throw appError("FIELD_TOO_LONG", { label, max: MAX_TEXT });
  // A list with one entry would no longer offer what every list begins with.
  if (await isEmpty(ctx, kind)) await add(ctx, kind, PICK_LISTS[kind].values);
  const isNew = await add(ctx, kind, [value]);
  if (!isNew) throw appError("OPTION_TAKEN");
  return null;
}

/** Adds the values that a list does not have yet. @returns false if it had them all */
export async function add(
  ctx: MutationCtx,
  kind: PickListKind,
  values: readonly string[],
): Promise<boolean> {
  let added = false;
  for (const value of values) {
    const label = value.toLowerCase();
    const existing = await ctx.db
      .query("lookups")
      .withIndex("by_kind_and_label", (q) => q.eq("kind", kind).eq("label", label))
      .first();
    if (existing !== null) continue;
    await ctx.db.insert("lookups", { kind, label, value });
    added = true;
  }
  return added;
}
