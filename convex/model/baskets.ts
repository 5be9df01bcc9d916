import { countOutcomes, MAX_BASKET, MAX_BASKET_ID } from "../../domain/baskets";
import { refusalOf, type RefusalCode } from "../../domain/errors";
import { omitUndefined, pickFields } from "../../domain/objects";
import type { RequestDetails } from "../../domain/requestDetails";
import { isRequest, WORKFLOW, type Step } from "../../domain/workflow";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appError, refusalAsValue } from "../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../lib/functions";
import { getSample } from "./addressMoves";
import { findBasket, queueMails } from "./basketMails";
import * as Custody from "./custody";
import { visibleSamplesWith } from "./identifiedSamples";
import * as Undo from "./undo";
import { maySee } from "./visibility";

/**
 * Takes one step with many samples. A basket is one document that holds the request and the results
 * so far, so a batch of samples costs one write more than its steps do, and a live query of the
 * basket reads one document.
 *
 *   start --> runNextBatch (10 samples, results) --> runNextBatch --> ... --> finishedAt, mail
 *
 * Each arrow is a scheduled mutation that is stored together with the results of the batch before
 * it: after a crash the next batch runs, once. The transaction id of a step is
 * `<basketId>:<place>`.
 */

/**
 * Samples taken in one transaction: about 20 ms of work, so another person's hand-over waits for
 * one or two batches. Measured while a basket of 300 ran: with 25 samples at a time a hand-over
 * took 43 to 141 ms (median of a run); with 10, 19 to 67 ms, and the basket was as fast (0.4 to 2 s
 * on a busy machine); with 5 the basket took twice as long.
 */
const BATCH = 10;

type Basket = Doc<"baskets">;
type Result = Basket["results"][number];

type StartArgs = {
  readonly basketId: string;
  readonly step: Step;
  readonly chosen?: string;
  readonly reason?: string;
  readonly details?: RequestDetails;
  readonly sampleIds: readonly Id<"samples">[];
};

/** Implements baskets.start. */
export async function start(ctx: UserMutationCtx, args: StartArgs, now: number): Promise<null> {
  const { basketId, ...asked } = args;
  return await run(ctx, basketId, async () => {
    const { step } = asked;
    const sampleIds = [...new Set(asked.sampleIds)];
    if (sampleIds.length === 0) throw appError("BASKET_EMPTY");
    if (sampleIds.length > MAX_BASKET) throw appError("BASKET_TOO_LARGE", { max: MAX_BASKET });
    const person = isRequest(step)
      ? await Custody.resolveRecipient(ctx, step, asked.chosen)
      : undefined;
    const reason = Custody.parseReason(step, asked.reason);
    const details = isRequest(step) ? Custody.parseDetailsOrThrow(step, asked.details) : undefined;
    const basket = omitUndefined({ step, chosen: person?.email, reason, details, sampleIds });
    return await insertBasket(ctx, basketId, basket, now);
  });
}

/** Runs the caller's basket with this id, which `insert` makes unless it is there already. */
async function run(
  ctx: UserMutationCtx,
  basketId: string,
  insert: () => Promise<Id<"baskets">>,
): Promise<null> {
  const present = await findBasket(ctx, ctx.actor._id, basketId);
  if (present?.finishedAt !== undefined) return null;
  const id = present?._id ?? (await insert());
  // If a run is under way already, both take turns, and each run of a finished basket does nothing.
  await ctx.scheduler.runAfter(0, internal.baskets.runNextBatch, { id });
  return null;
}

async function insertBasket(
  ctx: UserMutationCtx,
  basketId: string,
  asked: Pick<Basket, "step" | "chosen" | "reason" | "details" | "sampleIds" | "undoes">,
  now: number,
): Promise<Id<"baskets">> {
  if (basketId === "" || basketId.length > MAX_BASKET_ID) throw appError("TRANSACTION_ID_INVALID");
  const uid = ctx.actor._id;
  return await ctx.db.insert("baskets", { uid, basketId, ...asked, results: [], startedAt: now });
}

/** Implements baskets.undo. */
export async function undo(
  ctx: UserMutationCtx,
  args: { basketId: string; undoId: string },
  now: number,
): Promise<null> {
  const { basketId, undoId } = args;
  const undone = await findBasket(ctx, ctx.actor._id, basketId);
  const done = undone?.results.filter(({ outcome }) => outcome === "done") ?? [];
  if (undone?.finishedAt === undefined || undone.undoes !== undefined || done.length === 0) {
    throw appError("BASKET_EMPTY");
  }
  const sampleIds = done.map(({ sampleId }) => sampleId);
  const { step, chosen, reason } = undone;
  const basket = omitUndefined({ step, chosen, reason, sampleIds, undoes: basketId });
  return await run(ctx, undoId, () => insertBasket(ctx, undoId, basket, now));
}

/**
 * Takes the step with the next samples of the basket; after the last one, mails the people
 * concerned.
 */
export async function runNextBatch(
  ctx: MutationCtx,
  id: Id<"baskets">,
  now: number,
): Promise<void> {
  const basket = await ctx.db.get("baskets", id);
  if (basket === null || basket.finishedAt !== undefined) return;
  // The actor is read for each batch: somebody who is disabled meanwhile takes no further step.
  const actor = await ctx.db.get("users", basket.uid);
  if (!actor?.isActive) return await cancelRemaining(ctx, basket, actor, "DISABLED", now);
  const results = [...basket.results];
  const end = Math.min(results.length + BATCH, basket.sampleIds.length);
  while (results.length < end) {
    results.push(await takeNextStep(ctx, actor, basket, results.length, now));
  }
  if (end === basket.sampleIds.length) return await finish(ctx, basket, actor, results, now);
  await ctx.db.patch("baskets", id, { results });
  await ctx.scheduler.runAfter(0, internal.baskets.runNextBatch, { id });
}

/** Implements baskets.cancel. */
export async function cancel(ctx: UserMutationCtx, basketId: string, now: number): Promise<null> {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  if (basket === null || basket.finishedAt !== undefined) return null;
  await cancelRemaining(ctx, basket, ctx.actor, "BASKET_STOPPED", now);
  return null;
}

/**
 * Finishes the basket. The remaining samples are recorded as "left", with their serial numbers, so
 * that their owner can hand them over again.
 */
async function cancelRemaining(
  ctx: MutationCtx,
  basket: Basket,
  actor: Doc<"users"> | null,
  code: RefusalCode,
  now: number,
): Promise<void> {
  const { message: reason } = refusalOf(code);
  const results = [...basket.results];
  for (const sampleId of basket.sampleIds.slice(results.length)) {
    const sample = await getSample(ctx, sampleId);
    const serialNumber = await visibleSerialNumber(ctx, actor, sample);
    results.push({ sampleId, serialNumber, outcome: "left", reason });
  }
  await finish(ctx, basket, actor, results, now);
}

/** Returns the sample's serial number; "" when the sample is gone or not the reader's to see. */
async function visibleSerialNumber(
  ctx: MutationCtx,
  reader: Doc<"users"> | null,
  sample: Doc<"samples"> | null,
): Promise<string> {
  if (reader === null || sample === null) return "";
  return (await maySee(ctx, reader, sample)) ? sample.serialNumber : "";
}

async function finish(
  ctx: MutationCtx,
  basket: Basket,
  actor: Doc<"users"> | null,
  results: Result[],
  now: number,
): Promise<void> {
  const mails = actor === null ? [] : await queueMails(ctx, actor, { ...basket, results }, now);
  await ctx.db.patch("baskets", basket._id, { results, finishedAt: now, mails });
}

/**
 * Takes the step with the sample at `place`. A refusal becomes its result and undoes nothing before
 * it.
 */
async function takeNextStep(
  ctx: MutationCtx,
  actor: Doc<"users">,
  basket: Basket,
  place: number,
  now: number,
): Promise<Result> {
  const { basketId, step, chosen, reason, details, sampleIds } = basket;
  const isUndo = basket.undoes !== undefined;
  const sampleId = sampleIds[place];
  if (sampleId === undefined) throw new Error(`Basket ${basket._id} has no sample ${place}`);
  const sample = await getSample(ctx, sampleId);
  const transactionId = `${basketId}:${place}`;
  const args = { sampleId, transactionId, chosen, reason, details };
  const actorCtx = { ...ctx, actor };
  const refused = await refusalAsValue(() =>
    isUndo ? Undo.undo(actorCtx, args, now) : Custody.takeStep(actorCtx, step, args, now),
  );
  if (refused !== null) {
    const serialNumber = await visibleSerialNumber(ctx, actor, sample);
    return { sampleId, serialNumber, outcome: "refused", reason: refused.message };
  }
  if (sample === null) throw new Error(`${step} was done with ${sampleId}, which is gone`);
  const { serialNumber, model } = sample;
  const other = isUndo ? undefined : personToNotify(step, sample, chosen);
  return omitUndefined({ sampleId, serialNumber, model, outcome: "done" as const, tell: other });
}

/**
 * Returns the e-mail of the person at the other end of a step: for a step of the manager's the
 * person who is or was asked, for any other step the manager.
 */
function personToNotify(step: Step, before: Doc<"samples">, chosen: string | undefined) {
  if (WORKFLOW[step].actorField !== "samplmanag") return before.samplmanag;
  return chosen ?? before.pendingWith;
}

/** Implements baskets.progress. */
export async function progress(ctx: UserQueryCtx, basketId: string) {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  if (basket === null) return null;
  const { step, chosen, reason, details, startedAt, sampleIds, finishedAt } = basket;
  const results = basket.results.map(({ sampleId, serialNumber, outcome, reason }) =>
    omitUndefined({ sampleId, serialNumber, outcome, reason }),
  );
  return omitUndefined({
    step,
    chosen,
    reason,
    details,
    startedAt,
    results,
    total: sampleIds.length,
    settled: results.length,
    finished: finishedAt !== undefined,
    finishedAt,
    isUndo: basket.undoes !== undefined,
  });
}

/** Most baskets in `unseen`: each is a notice above the page. */
const MAX_UNSEEN = 3;

/** Implements baskets.unseen. */
export async function unseen(ctx: UserQueryCtx) {
  const baskets = await ctx.db
    .query("baskets")
    .withIndex("by_uid_and_isSeen", (q) => q.eq("uid", ctx.actor._id).eq("isSeen", undefined))
    .order("desc")
    .take(MAX_UNSEEN);
  return baskets.map(({ basketId, step, sampleIds, results, finishedAt, undoes }) => ({
    basketId,
    step,
    isUndo: undoes !== undefined,
    total: sampleIds.length,
    finished: finishedAt !== undefined,
    ...countOutcomes(results),
  }));
}

/** Implements baskets.markSeen. */
export async function markSeen(ctx: UserMutationCtx, basketId: string): Promise<null> {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  if (basket?.finishedAt === undefined || basket.isSeen) return null;
  await ctx.db.patch("baskets", basket._id, { isSeen: true });
  return null;
}

/**
 * Implements baskets.resolve. Reads an identifier and a sample for each value; up to 20 of each for
 * an IMEI that several samples have.
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

/** Time that a finished basket is kept, long enough to look into a complaint. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
/** Baskets deleted in one transaction: documents of at most 200 kB each. */
const SWEEP_BATCH = 40;

/** Deletes baskets that finished 30 days ago. @returns true if more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("baskets")
    .withIndex("by_finishedAt", (q) => q.gt("finishedAt", 0).lt("finishedAt", now - RETENTION_MS))
    .take(SWEEP_BATCH);
  for (const { _id } of old) await ctx.db.delete("baskets", _id);
  return old.length === SWEEP_BATCH;
}
