import type { BulkEdit } from "#domain/samples/bulkEdit";
import { STATED_FIELDS, type SampleInput } from "#domain/samples/fields";
import { pickFields } from "#domain/common/objects";
import { editRefusal } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import { appError } from "../../lib/errors";
import type { ActorMutationCtx } from "../../lib/functions";
import * as Registration from "./registration";
import { applyEdit, changesBetween, getOrThrow, throwRefusal } from "./samples";
import { writeSamples } from "./sampleWrites";
import * as Transactions from "../common/transactions";

type EditArgs = {
  readonly sampleId: string;
  readonly transactionId: string;
  /** As returned by domain/samples/bulkEdit.ts, `parseBulkEdit`. */
  readonly edit: BulkEdit;
};

/**
 * Sets the given fields of one sample under the rules of Edit: who may edit, in which status, and
 * that the sample becomes Registered as of `now`. Other fields are not validated, because an
 * imported sample may be incomplete. About 12 writes.
 *
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID, SAMPLE_MISSING, STEP_NOT_ALLOWED,
 *   NOT_YOURS; EDIT_UNCHANGED if the sample already has these values
 */
export async function edit(
  ctx: ActorMutationCtx,
  { sampleId, transactionId, edit }: EditArgs,
  now: number,
): Promise<void> {
  await Transactions.refuseRepeated(ctx, transactionId);
  const sample = await getOrThrow(ctx, sampleId, "SAMPLE_MISSING");
  await throwRefusal(ctx, editRefusal(sample, ctx.actor), "Edit", sample);
  const fields = { ...inputOf(sample), ...edit };
  if (changesBetween(sample, Registration.statedFields(fields)).length === 0) {
    throw appError("EDIT_UNCHANGED");
  }
  const { duplicate } = sample;
  const change = { fields, duplicate, at: now, transactionId, lastTransactionId: transactionId };
  await writeSamples(ctx, (samples) => applyEdit(ctx, samples, sample, change), { now });
}

/** The sample in the shape that a form submits. */
function inputOf(sample: Doc<"samples">): SampleInput {
  return pickFields(sample, STATED_FIELDS);
}
