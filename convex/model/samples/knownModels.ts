/** Tells the sample forms which device models are known for an IMEI. */
import { MODEL_FIELDS } from "#domain/samples/fields";
import { typedImei } from "#domain/identifiers/identifierLookup";
import { TAC_LENGTH } from "#domain/identifiers/imei";
import { omitUndefined } from "#domain/common/objects";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import * as AddressMoves from "../people/addressMoves";
import { maySee } from "../people/visibility";

/** Maximum number of models suggested for a type allocation code; any more are misspellings. */
const MAX_OF_TAC = 10;

export type KnownModel = { brand: string; model: string } & {
  [field in (typeof MODEL_FIELDS)[number]]?: string;
};

/**
 * Models registered with the type allocation code of `imei`, which may still be incomplete. Each
 * has the model fields of the latest such sample that the actor may see; if the actor may see none,
 * only the device type. Reads at most 10 rows and, for each model, 10 samples in each of the
 * actor's ranges: one for an admin or a user, two for a supervisor.
 */
export async function ofImei(ctx: UserQueryCtx, imei: string): Promise<KnownModel[]> {
  const tac = typedImei(imei).slice(0, TAC_LENGTH);
  if (!/^\d{8}$/.test(tac)) return [];
  const rows = await ctx.db
    .query("deviceModels")
    .withIndex("by_tac_and_brand_and_model", (q) => q.eq("tac", tac))
    .take(MAX_OF_TAC);
  return await Promise.all(
    rows.map(async ({ brand, model, hwtype }) => {
      const sample = await latestVisible(ctx, { tac, brand, model });
      const fields = sample === undefined ? { hwtype } : pickFilled(sample);
      return omitUndefined({ brand, model, ...fields });
    }),
  );
}

function pickFilled(sample: Doc<"samples">) {
  const filled = MODEL_FIELDS.filter((field) => sample[field] !== "");
  return Object.fromEntries(filled.map((field) => [field, sample[field]]));
}

/**
 * Number of newest samples of a model read in each range; other brands may use the same model name.
 */
const MAX_LATEST = 10;

/**
 * The latest registered sample of a model that the actor may see, preferably with the same type
 * allocation code: variants of a model, such as single and dual SIM, differ in it.
 */
async function latestVisible(
  ctx: UserQueryCtx,
  { tac, brand, model }: { tac: string; brand: string; model: string },
): Promise<Doc<"samples"> | undefined> {
  const visible = [];
  for (const sample of await readLatest(ctx, model)) {
    if (sample.brand !== brand) continue;
    if (await maySee(ctx, ctx.actor, sample)) visible.push(sample);
  }
  const hasTac = ({ imei1 }: Doc<"samples">) => imei1.startsWith(tac);
  const newestFirst = visible.toSorted((one, other) => other._creationTime - one._creationTime);
  return newestFirst.find(hasTac) ?? newestFirst[0];
}

/** The newest samples of a model in each range that the actor may read, with current addresses. */
async function readLatest(ctx: UserQueryCtx, model: string): Promise<Doc<"samples">[]> {
  const { email, role } = ctx.actor;
  const samples = () => ctx.db.query("samples");
  const addresses = await AddressMoves.addressesNow(ctx, email);
  const ranges =
    role === "admin"
      ? [samples().withIndex("by_model", (q) => q.eq("model", model))]
      : addresses.flatMap((address) => [
          samples().withIndex("by_samplmanag_and_model", (q) =>
            q.eq("samplmanag", address).eq("model", model),
          ),
          ...(role === "supervisor"
            ? [
                samples().withIndex("by_supervisor_and_model", (q) =>
                  q.eq("supervisor", address).eq("model", model),
                ),
              ]
            : []),
        ]);
  const found = await Promise.all(ranges.map((range) => range.order("desc").take(MAX_LATEST)));
  const moves = await AddressMoves.readMoves(ctx);
  return found.flat().map((sample) => AddressMoves.withPresentAddresses(sample, moves));
}
