import type { Patch } from "#domain/common/objects";
import { isRequest, type Step } from "#domain/custody/workflow";
import { listIndexFields } from "#domain/samples/lists";
import type { Doc } from "../../_generated/dataModel";
import type { ActorMutationCtx } from "../../lib/functions";
import * as Notifications from "../notifications/notifications";
import * as History from "../samples/history";
import { writeSamples, type SampleFields } from "../samples/sampleWrites";
import { withdrawFromMail } from "./basketMails";

export type LastStep = NonNullable<Doc<"samples">["lastStep"]>;

type Effects = {
  /** Fields of the sample afterwards; undefined clears a field. */
  readonly changes: Patch<SampleFields>;
  readonly record: Omit<History.NewRecord, "actor"> & { readonly transactionId: string };
  /** User documents that the step has already read. */
  readonly known?: readonly Doc<"users">[];
} & ({ readonly step: Step } | { readonly undoes: LastStep });

/**
 * Stores a step, or the undo of one, and triggers everything that follows from it. All of it is one
 * transaction:
 *
 * - the sample, the counters of the people concerned and the change feeds (`writeSamples`);
 * - the history record, and the webhooks that subscribe to its action (`History.append`);
 * - the news of the people concerned; an undo withdraws it;
 * - an undone step of a basket leaves the basket's mail. Mails are queued when a basket finishes.
 */
export async function apply(
  ctx: ActorMutationCtx,
  before: Doc<"samples">,
  { changes, record, known = [], ...cause }: Effects,
): Promise<void> {
  const { at, transactionId } = record;
  const undone = "undoes" in cause ? cause.undoes : undefined;
  const after = { ...before, ...changes, lastTransactionId: transactionId };
  const stored = { ...changes, lastTransactionId: transactionId, ...listIndexFields(after) };
  const write = { known, now: at };
  await writeSamples(ctx, (samples) => samples.patch(before, stored, undone?.overdueAt), write);
  await History.append(ctx, before._id, after, { ...record, actor: ctx.actor });
  if ("step" in cause) {
    const { step } = cause;
    const { recipient, reason, onBehalfOf } = record;
    const asked = isRequest(step) ? recipient : undefined;
    const said = { step, actor: ctx.actor.email, recipient: asked, reason, onBehalfOf, at };
    await Notifications.addStep(ctx, before, said);
  } else {
    await Notifications.withdrawStep(ctx, before._id, cause.undoes.at);
    await withdrawFromMail(ctx, ctx.actor, cause.undoes.transactionId, at);
  }
}
