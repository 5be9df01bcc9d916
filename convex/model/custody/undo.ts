import { omitUndefined, pickFields, type Patch } from "#domain/common/objects";
import { UNDO_TEXTS } from "#domain/custody/stepTexts";
import { STEP_FIELDS, UNDO_MS, undoableStep, undoRefusal } from "#domain/custody/undo";
import { pendingPerson, WORKFLOW, type Step } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { ActorMutationCtx, UserQueryCtx } from "../../lib/functions";
import { getOrThrow, throwRefusal } from "../samples/samples";
import type { SampleFields } from "../samples/sampleWrites";
import * as StepEffects from "./stepEffects";
import type { LastStep } from "./stepEffects";
import * as Transactions from "../common/transactions";
import * as Users from "../people/users";

/** Returns the sample's values that `undo` needs to restore after a step changes `fields`. */
export function valuesBefore(
  before: Doc<"samples">,
  fields: Patch<SampleFields>,
): Pick<LastStep, "was" | "added" | "overdueAt"> {
  const changed = STEP_FIELDS.filter((field) => field in fields && fields[field] !== before[field]);
  return omitUndefined({
    was: omitUndefined(pickFields(before, changed)),
    added: changed.filter((field) => before[field] === undefined),
    overdueAt: before.overdueAt,
  });
}

type UndoArgs = {
  readonly sampleId: string;
  readonly transactionId: string;
  /** Transaction id of the step to undo; no other step is undone, even if it is the latest. */
  readonly stepId: string;
};

/**
 * Implements custody.undo. Restores the sample to its state before its latest step, in one
 * transaction with the history record and the counters. The supervisor becomes the holder's current
 * one, which may have changed since. Costs about 4 writes, and 2 more for a step taken by a basket.
 *
 * @throws TRANSACTION_REPEATED, TRANSACTION_ID_INVALID, SAMPLE_MISSING, STEP_NOT_ALLOWED,
 *   NOT_YOURS, UNDO_TOO_LATE
 */
export async function undo(
  ctx: ActorMutationCtx,
  { sampleId, transactionId, stepId }: UndoArgs,
  now = Date.now(),
): Promise<void> {
  await Transactions.refuseRepeated(ctx, transactionId);
  const before = await getOrThrow(ctx, sampleId, "SAMPLE_MISSING");
  const refused = undoRefusal(before, ctx.actor._id, stepId, now);
  await throwRefusal(ctx, refused, UNDO_TEXTS.button, before);
  const taken = undoableStep(before);
  if (taken === null) throw new Error(`${sampleId} has no step to undo`);

  const restored = await restoredFields(ctx, taken, before);
  await StepEffects.apply(ctx, before, {
    undoes: taken,
    changes: { ...restored, lastStep: undefined },
    record: {
      action: "Undone",
      undone: WORKFLOW[taken.step].action,
      at: now,
      transactionId,
      recipient: pendingPerson(before) ?? pendingPerson({ ...before, ...restored }),
    },
  });
}

/**
 * The values that the step overwrote; undefined clears a field. The supervisor is the holder's
 * current one, not the stored one: if the holder's supervisor changed after the step,
 * model/people/supervision.ts did not update this sample, because it already had another holder.
 */
async function restoredFields(
  ctx: MutationCtx,
  { was: { supervisor: earlier, ...was }, added }: LastStep,
  { supervisor: present }: Doc<"samples">,
): Promise<Patch<SampleFields>> {
  const restored = { ...Object.fromEntries(added.map((field) => [field, undefined])), ...was };
  if (was.samplmanag === undefined) return restored;
  const holder = await Users.getByEmail(ctx, was.samplmanag);
  return { ...restored, supervisor: holder?.supervisor ?? earlier ?? present };
}

/** Implements custody.undoable. */
export async function undoable(
  ctx: UserQueryCtx,
  sampleIdText: string,
): Promise<{ step: Step; stepId: string; until: number } | null> {
  const sampleId = ctx.db.normalizeId("samples", sampleIdText);
  const sample = sampleId === null ? null : await ctx.db.get("samples", sampleId);
  const taken = sample === null ? null : undoableStep(sample);
  if (taken?.uid !== ctx.actor._id) return null;
  return { step: taken.step, stepId: taken.transactionId, until: taken.at + UNDO_MS };
}
