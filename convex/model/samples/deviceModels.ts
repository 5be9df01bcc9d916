/**
 * The only writer of `deviceModels`: the registered models by type allocation code (TAC, the first
 * 8 digits of an IMEI, allocated to a model's manufacturer).
 */
import { isImei, TAC_LENGTH } from "#domain/identifiers/imei";
import type { PickListKind } from "#domain/samples/pickLists";
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { oncePerTransaction } from "../../lib/oncePerTransaction";

type Device = Pick<Doc<"samples">, "brand" | "model" | "hwtype" | "imei1">;

/**
 * Rows that this transaction has already recorded: most devices of a delivery are of the same
 * model.
 */
const notedRows = oncePerTransaction(() => Promise.resolve(new Set<string>()));

/**
 * Records the model of a registered or edited sample. Costs one read per transaction and model, and
 * one write for a model that is new for its TAC. A model keeps the device type of its first sample.
 */
export async function learn(ctx: MutationCtx, device: Device): Promise<void> {
  const { brand, model, hwtype, imei1 } = device;
  if (brand === "" || model === "" || !isImei(imei1)) return;
  const type = hwtype === "" ? {} : { hwtype };
  const row = { tac: imei1.slice(0, TAC_LENGTH), brand, model, ...type };
  const noted = await notedRows(ctx);
  const key = JSON.stringify(row);
  if (noted.has(key)) return;
  await insertOnce(ctx, row);
  noted.add(key);
}

type Row = WithoutSystemFields<Doc<"deviceModels">>;

async function insertOnce(ctx: MutationCtx, row: Row): Promise<void> {
  const { tac, brand, model, hwtype } = row;
  const known = await ctx.db
    .query("deviceModels")
    .withIndex("by_tac_and_brand_and_model", (q) =>
      q.eq("tac", tac).eq("brand", brand).eq("model", model),
    )
    .first();
  if (known === null) await ctx.db.insert("deviceModels", row);
  else if (known.hwtype === undefined && hwtype !== undefined) {
    await ctx.db.patch("deviceModels", known._id, { hwtype });
  }
}

/** Maximum number of rows read for the models of one brand; a model has a few TACs. */
const MAX_OF_BRAND = 1_000;

/** The distinct models registered under this brand, sorted by name. */
export async function ofBrand(ctx: QueryCtx, brand: string): Promise<string[]> {
  const rows = await ctx.db
    .query("deviceModels")
    .withIndex("by_brand_and_model", (q) => q.eq("brand", brand))
    .take(MAX_OF_BRAND);
  return [...new Set(rows.map(({ model }) => model))];
}

type Renamed = { readonly kind: PickListKind; readonly from: string; readonly to: string };

/**
 * Renames a brand or a model in at most `max` rows, after its pick-list entry changed.
 *
 * @returns the number of rows renamed; fewer than `max` means that none are left
 */
export async function rename(
  ctx: MutationCtx,
  { kind, from, to }: Renamed,
  max: number,
): Promise<number> {
  const rows = ctx.db.query("deviceModels");
  if (kind === "brandModel") {
    const named = rows.withIndex("by_brand_and_model", (q) => q.eq("brand", from));
    return await replaceEach(ctx, await named.take(max), { brand: to });
  }
  if (kind !== "deviceModal") return 0;
  const named = rows.withIndex("by_model", (q) => q.eq("model", from));
  return await replaceEach(ctx, await named.take(max), { model: to });
}

type Change = { brand: string } | { model: string };

async function replaceEach(
  ctx: MutationCtx,
  rows: readonly Doc<"deviceModels">[],
  change: Change,
): Promise<number> {
  for (const row of rows) await replace(ctx, row, change);
  return rows.length;
}

/** Renames a row, or deletes it if a row with the new name exists. */
async function replace(ctx: MutationCtx, row: Doc<"deviceModels">, change: Change): Promise<void> {
  const { _id, _creationTime, ...renamed } = { ...row, ...change };
  await ctx.db.delete("deviceModels", _id);
  await insertOnce(ctx, renamed);
}
