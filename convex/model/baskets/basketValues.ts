/** Finds the samples that pasted, typed or scanned values refer to. */
import { MAX_BASKET } from "#domain/baskets/baskets";
import { pickFields } from "#domain/common/objects";
import type { Doc } from "../../_generated/dataModel";
import { appError } from "../../lib/errors";
import type { UserQueryCtx } from "../../lib/functions";
import { visibleSamplesWith } from "../samples/identifiedSamples";

/**
 * Implements baskets.resolve. Reads one identifier and one sample per value, or up to 20 of each
 * for an IMEI that several samples share.
 */
export async function resolve(ctx: UserQueryCtx, values: readonly string[]) {
  if (values.length > MAX_BASKET) throw appError("BASKET_TOO_LARGE", { max: MAX_BASKET });
  const answers = [];
  for (const value of values) {
    const matches = await visibleSamplesWith(ctx, value.trim());
    const [sample] = matches;
    if (sample === undefined) answers.push({ value, outcome: "unknown" as const });
    else if (matches.length > 1) answers.push({ value, outcome: "ambiguous" as const });
    else answers.push({ value, outcome: "found" as const, sample: summaryOf(sample) });
  }
  return answers;
}

function summaryOf(sample: Doc<"samples">) {
  return pickFields(sample, [
    "_id",
    "brand",
    "model",
    "serialNumber",
    "imei1",
    "imei2",
    "status",
    "samplmanag",
    "inTransitTo",
    "inReturnTo",
    "inOSapprby",
  ]);
}
