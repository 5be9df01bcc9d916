/**
 * Takes one step on many samples, or edits them. A basket is one document that holds the request
 * and the results so far, so a batch of samples costs one write in addition to its steps, and a
 * live query of the basket reads one document.
 *
 *   start --> runNextBatch (10 samples, results) --> runNextBatch --> ... --> finishedAt, mail
 *
 * Each arrow is a scheduled mutation that commits together with the results of the previous batch,
 * so after a crash the next batch runs exactly once. Each step has its own transaction id
 * (domain/baskets/baskets.ts, `basketTransactionId`).
 */
import { ConvexError } from "convex/values";
import {
  countOutcomes,
  isBasketStep,
  MAX_BASKET,
  MAX_BASKET_ID,
  type BasketStep,
} from "#domain/baskets/baskets";
import { DAY_MS } from "#domain/common/durations";
import { refusalOf, type RefusalCode } from "#domain/common/errors";
import { parseBulkEdit, type BulkEdit } from "#domain/samples/bulkEdit";
import { omitUndefined } from "#domain/common/objects";
import type { RequestDetails } from "#domain/custody/requestDetails";
import { isRequest } from "#domain/custody/workflow";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { getSample } from "../people/addressMoves";
import { findBasket, queueMails } from "../custody/basketMails";
import { takeNextStep, visibleSerialNumber } from "./basketSteps";
import * as Custody from "../custody/custody";

/**
 * Samples processed per transaction: about 20 ms of work, so another person's hand-over waits for
 * one or two batches. Measured during a basket of 300: with 25 samples per batch a hand-over took
 * 43 to 141 ms (medians of several runs); with 10, 19 to 67 ms, and the basket was as fast (0.4 to
 * 2 s on a busy machine); with 5 the basket took twice as long.
 */
const BATCH = 10;

type Basket = Doc<"baskets">;
type Result = Basket["results"][number];

type StartArgs = {
  readonly basketId: string;
  readonly step: BasketStep;
  readonly chosen?: string;
  readonly reason?: string;
  readonly details?: RequestDetails;
  readonly edit?: BulkEdit;
  readonly sampleIds: readonly Id<"samples">[];
  /** `basketId` of the basket that must finish before this one starts. */
  readonly after?: string;
};

/** Implements baskets.start. */
export async function start(ctx: UserMutationCtx, args: StartArgs, now: number): Promise<void> {
  const { basketId, after, ...asked } = args;
  return await run(ctx, basketId, async () => {
    const sampleIds = [...new Set(asked.sampleIds)];
    if (sampleIds.length === 0) throw appError("BASKET_EMPTY");
    if (sampleIds.length > MAX_BASKET) throw appError("BASKET_TOO_LARGE", { max: MAX_BASKET });
    if (after !== undefined) {
      requireBasketId(after);
      // It would wait for itself forever.
      if (after === basketId) throw appError("TRANSACTION_ID_INVALID");
      await requireFollowersLeft(ctx, after);
    }
    const isWaiting = after !== undefined && (await isUnfinished(ctx, after)) ? true : undefined;
    const basket = omitUndefined({
      ...(await parseAsked(ctx, asked)),
      sampleIds,
      after,
      isWaiting,
    });
    return await insertBasket(ctx, basketId, basket, now);
  });
}

/** Validates the arguments that apply to all samples, and returns them in stored form. */
async function parseAsked(ctx: UserMutationCtx, asked: Omit<StartArgs, "basketId">) {
  const { step } = asked;
  if (!isBasketStep(step)) throw appError("BASKET_OF_LOSSES");
  if (step === "edit") {
    const edit = parseBulkEdit(asked.edit ?? {});
    if ("code" in edit) throw new ConvexError({ ...edit });
    return { step, edit };
  }
  const reason = Custody.parseReason(step, asked.reason);
  if (!isRequest(step)) return omitUndefined({ step, reason });
  const person = await Custody.resolveRecipient(ctx, step, asked.chosen);
  const details = Custody.parseDetailsOrThrow(step, asked.details);
  return omitUndefined({ step, chosen: person.email, details });
}

/**
 * Schedules the caller's basket with this id, after creating it with `insert` if it does not exist.
 * A basket that waits for another one is started by that basket's `finish` instead.
 */
async function run(
  ctx: UserMutationCtx,
  basketId: string,
  insert: () => Promise<Id<"baskets">>,
): Promise<void> {
  const present = await findBasket(ctx, ctx.actor._id, basketId);
  if (present?.finishedAt !== undefined) return;
  const id = present?._id ?? (await insert());
  if (await isWaiting(ctx, id)) return;
  // If a run is already under way, the two alternate; a run of a finished basket does nothing.
  await ctx.scheduler.runAfter(0, internal.baskets.runNextBatch, { id });
}

async function isWaiting(ctx: UserMutationCtx, id: Id<"baskets">): Promise<boolean> {
  const basket = await ctx.db.get("baskets", id);
  return basket?.after !== undefined && (await isUnfinished(ctx, basket.after));
}

async function isUnfinished(ctx: UserMutationCtx, basketId: string): Promise<boolean> {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  return basket !== null && basket.finishedAt === undefined;
}

/**
 * @throws BASKET_FOLLOWERS_FULL when the number of baskets waiting for `after` is at its maximum
 */
async function requireFollowersLeft(ctx: UserMutationCtx, after: string): Promise<void> {
  const followers = await followersOf(ctx, ctx.actor._id, after);
  if (followers.length < MAX_FOLLOWERS || !(await isUnfinished(ctx, after))) return;
  throw appError("BASKET_FOLLOWERS_FULL", { max: MAX_FOLLOWERS });
}

/** @throws TRANSACTION_ID_INVALID */
function requireBasketId(id: string): void {
  if (id === "" || id.length > MAX_BASKET_ID) throw appError("TRANSACTION_ID_INVALID");
}

async function insertBasket(
  ctx: UserMutationCtx,
  basketId: string,
  asked: Pick<
    Basket,
    | "step"
    | "chosen"
    | "reason"
    | "details"
    | "edit"
    | "sampleIds"
    | "after"
    | "isWaiting"
    | "undoes"
  >,
  now: number,
): Promise<Id<"baskets">> {
  requireBasketId(basketId);
  const uid = ctx.actor._id;
  return await ctx.db.insert("baskets", { uid, basketId, ...asked, results: [], startedAt: now });
}

/** Implements baskets.undo. */
export async function undo(
  ctx: UserMutationCtx,
  args: { basketId: string; undoId: string },
  now: number,
): Promise<void> {
  const { basketId, undoId } = args;
  const undone = await findBasket(ctx, ctx.actor._id, basketId);
  const done = undone?.results.filter(({ outcome }) => outcome === "done") ?? [];
  if (undone?.finishedAt === undefined || !mayBeUndone(undone) || done.length === 0) {
    throw appError("BASKET_EMPTY");
  }
  const sampleIds = done.map(({ sampleId }) => sampleId);
  const { step, chosen, reason } = undone;
  const basket = omitUndefined({ step, chosen, reason, sampleIds, undoes: basketId });
  return await run(ctx, undoId, () => insertBasket(ctx, undoId, basket, now));
}

/** An undo is final, and an edit is reverted by another edit. */
function mayBeUndone({ step, undoes }: Basket): boolean {
  return undoes === undefined && step !== "edit";
}

/**
 * Takes the step on the next samples of the basket. After the last one, queues the mails to the
 * people concerned.
 */
export async function runNextBatch(
  ctx: MutationCtx,
  id: Id<"baskets">,
  now: number,
): Promise<void> {
  const basket = await ctx.db.get("baskets", id);
  if (basket === null || basket.finishedAt !== undefined) return;
  // The actor is read again for each batch, so a user disabled in between takes no further step.
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
export async function cancel(ctx: UserMutationCtx, basketId: string, now: number): Promise<void> {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  if (basket === null || basket.finishedAt !== undefined) return;
  await cancelRemaining(ctx, basket, ctx.actor, "BASKET_STOPPED", now);
}

/**
 * Finishes the basket early. Records the remaining samples as "left", with their serial numbers, so
 * that the actor can hand them over again.
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

async function finish(
  ctx: MutationCtx,
  basket: Basket,
  actor: Doc<"users"> | null,
  results: Result[],
  now: number,
): Promise<void> {
  const mails = actor === null ? [] : await queueMails(ctx, actor, { ...basket, results }, now);
  const ended = { results, finishedAt: now, mails, isWaiting: undefined };
  await ctx.db.patch("baskets", basket._id, ended);
  for (const { _id: id } of await followersOf(ctx, basket.uid, basket.basketId)) {
    await ctx.db.patch("baskets", id, { isWaiting: undefined });
    await ctx.scheduler.runAfter(0, internal.baskets.runNextBatch, { id });
  }
}

/** Maximum number of baskets waiting for the same basket; our clients start one. */
const MAX_FOLLOWERS = 10;

async function followersOf(ctx: MutationCtx, uid: Id<"users">, after: string): Promise<Basket[]> {
  return await ctx.db
    .query("baskets")
    .withIndex("by_uid_and_after", (q) => q.eq("uid", uid).eq("after", after))
    .take(MAX_FOLLOWERS);
}

/** Implements baskets.progress. */
export async function progress(ctx: UserQueryCtx, basketId: string) {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  if (basket === null) return null;
  const { step, chosen, reason, details, edit, startedAt, sampleIds, finishedAt } = basket;
  const results = basket.results.map(({ sampleId, serialNumber, outcome, reason }) =>
    omitUndefined({ sampleId, serialNumber, outcome, reason }),
  );
  return omitUndefined({
    step,
    chosen,
    reason,
    details,
    edit,
    startedAt,
    results,
    total: sampleIds.length,
    settled: results.length,
    finished: finishedAt !== undefined,
    finishedAt,
    isUndo: basket.undoes !== undefined,
  });
}

/** Maximum number of baskets in `unseen`; each one is a notice at the top of the page. */
const MAX_UNSEEN = 3;

/** Implements baskets.unseen. */
export async function unseen(ctx: UserQueryCtx) {
  const baskets = await ctx.db
    .query("baskets")
    .withIndex("by_uid_and_isSeen_and_isWaiting", (q) =>
      q.eq("uid", ctx.actor._id).eq("isSeen", undefined).eq("isWaiting", undefined),
    )
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
export async function markSeen(ctx: UserMutationCtx, basketId: string): Promise<void> {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  if (basket?.finishedAt === undefined || basket.isSeen) return;
  await ctx.db.patch("baskets", basket._id, { isSeen: true });
}

/** How long a finished basket is kept: long enough to investigate a complaint. */
const RETENTION_MS = 30 * DAY_MS;
/** Baskets deleted per transaction; a document has at most 200 kB. */
const SWEEP_BATCH = 40;

/**
 * Deletes baskets that finished 30 days ago or earlier.
 * @returns true if more may be left
 */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("baskets")
    .withIndex("by_finishedAt", (q) => q.gt("finishedAt", 0).lt("finishedAt", now - RETENTION_MS))
    .take(SWEEP_BATCH);
  for (const { _id } of old) await ctx.db.delete("baskets", _id);
  return old.length === SWEEP_BATCH;
}
