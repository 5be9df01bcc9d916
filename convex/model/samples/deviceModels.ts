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

/** Maximum number of rows updated when a brand or model is renamed: more than any brand has. */
const MAX_RENAMED = 2_000;

/** Renames a brand or a model after its pick-list entry changed. */
export async function rename(
  ctx: MutationCtx,
  kind: PickListKind,
  from: string,
  to: string,
): Promise<void> {
  const rows = ctx.db.query("deviceModels");
  if (kind === "brandModel") {
    const named = rows.withIndex("by_brand_and_model", (q) => q.eq("brand", from));
    for (const row of await named.take(MAX_RENAMED)) await replace(ctx, row, { brand: to });
  } else if (kind === "deviceModal") {
    const named = rows.withIndex("by_model", (q) => q.eq("model", from));
    for (const row of await named.take(MAX_RENAMED)) await replace(ctx, row, { model: to });
  }
}

/** Renames a row, or deletes it if a row with the new name exists. */
async function replace(
  ctx: MutationCtx,
  row: Doc<"deviceModels">,
  change: { brand: string } | { model: string },
): Promise<void> {
  const { _id, _creationTime, ...renamed } = { ...row, ...change };
  await ctx.db.delete("deviceModels", _id);
  await insertOnce(ctx, renamed);
}
