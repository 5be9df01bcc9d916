/**
 * The only writer of `notifications`, except that followAddress.ts replaces former addresses in it.
 * A notification is written in the transaction that causes it. While a person's address is
 * changing, readers look under both addresses.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { DAY_MS } from "#domain/common/durations";
import { DIGEST_KINDS } from "#domain/inbox/notices";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { Step } from "#domain/custody/workflow";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { mergeRanges } from "../../lib/mergedRanges";
import { addressesNow } from "../people/addressMoves";
import { capPage } from "../common/pages";
import * as Watches from "./watches";
import { deleteBatch } from "../common/sweep";

type Notification = Doc<"notifications">;
type Notice = Notification["notice"];

/** @param actor e-mail; people are not notified of their own actions */
export async function add(
  ctx: MutationCtx,
  to: string,
  notice: Notice,
  { actor, at }: { actor?: string; at: number },
): Promise<void> {
  if (to === actor) return;
  const isForDigest = DIGEST_KINDS.includes(notice.kind) ? (true as const) : undefined;
  await ctx.db.insert("notifications", omitUndefined({ to, at, actor, notice, isForDigest }));
}

/**
 * Notifies a person of something that its actor can repeat at will. A repetition renews the earlier
 * notice, so that no one can fill another person's News.
 *
 * @param isSame true for a notice of the same thing
 */
export async function addOrRenew(
  ctx: MutationCtx,
  to: string,
  notice: Notice,
  { actor, at }: { actor: string; at: number },
  isSame: (earlier: Notice) => boolean,
): Promise<void> {
  const news = await ctx.db
    .query("notifications")
    .withIndex("by_to_and_at", (q) => q.eq("to", to))
    .order("desc")
    .take(MAX_NEWS);
  const earlier = news.find((each) => each.actor === actor && isSame(each.notice));
  if (earlier === undefined) return await add(ctx, to, notice, { actor, at });
  await ctx.db.patch("notifications", earlier._id, { at, notice, isSeen: undefined });
}

/** More news than a person gets in a day. */
const MAX_NEWS = 500;

/** True if the person got news that `isSought` matches after `after`, epoch ms. */
export async function hasNews(
  ctx: QueryCtx,
  to: string,
  isSought: (notice: Notice) => boolean,
  after: number,
): Promise<boolean> {
  const news = await ctx.db
    .query("notifications")
    .withIndex("by_to_and_at", (q) => q.eq("to", to).gt("at", after))
    .take(MAX_NEWS);
  return news.some(({ notice }) => isSought(notice));
}

/**
 * Notifies a person how many samples an import registered for them. All batches of an import add to
 * one notice, and each batch makes it unseen again. Reads one range of `by_import_and_to`, one more
 * while the person's address is moving, and writes one document. Batches of one import already
 * conflict on its session, so this adds no conflict.
 *
 * @param actor e-mail; people are not notified of their own import
 */
export async function addImported(
  ctx: MutationCtx,
  to: string,
  batch: { readonly import: Id<"imports">; readonly count: number },
  { actor, at }: { actor: string; at: number },
): Promise<void> {
  const earlier = await findImported(ctx, to, batch.import);
  const count = batch.count + (earlier?.notice.kind === "imported" ? earlier.notice.count : 0);
  const notice = { kind: "imported" as const, import: batch.import, count };
  if (earlier === null) await add(ctx, to, notice, { actor, at });
  else await ctx.db.patch("notifications", earlier._id, { at, notice, isSeen: undefined });
}

/** Returns an import's notice, under either address while its reader's address is moving. */
async function findImported(
  ctx: QueryCtx,
  to: string,
  id: Id<"imports">,
): Promise<Notification | null> {
  for (const address of await addressesNow(ctx, to)) {
    const found = await ctx.db
      .query("notifications")
      .withIndex("by_import_and_to", (q) => q.eq("notice.import", id).eq("to", address))
      .unique();
    if (found !== null) return found;
  }
  return null;
}

/** The fields of a notice that identify its sample. */
export function sampleReference(
  sample: Pick<Doc<"samples">, "_id" | "brand" | "model" | "serialNumber">,
) {
  const { _id: sampleId } = sample;
  return { sampleId, ...pickFields(sample, ["brand", "model", "serialNumber"]) };
}

/**
 * Notifies a sample's holder and watchers of a change.
 *
 * @param before the sample before the change
 */
export async function addChange(
  ctx: MutationCtx,
  before: Doc<"samples">,
  notice: Notice,
  by: { actor: string; at: number },
): Promise<void> {
  const concerned = new Set([before.samplmanag, ...(await Watches.watchers(ctx, before))]);
  for (const to of concerned) await add(ctx, to, notice, by);
}

type NotifiedStep = {
  readonly step: Step;
  /** E-mail of the person who took it. */
  readonly actor: string;
  /** E-mail of the person asked by a request. */
  readonly recipient?: string | undefined;
  readonly reason?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly at: number;
};

/**
 * Notifies those concerned by a step: the holder, the person asked until then, and the watchers.
 * The person whom a request asks sees it in their inbox instead.
 *
 * @param before the sample before the step
 */
export async function addStep(
  ctx: MutationCtx,
  before: Doc<"samples">,
  { step, actor, at, ...said }: NotifiedStep,
): Promise<void> {
  // The demo seed takes steps in the past; they cause no notifications.
  if (at < Date.now() - NEWS_OF_SEED_MS) return;
  const { samplmanag, pendingWith = samplmanag } = before;
  const watchers = await Watches.watchers(ctx, before);
  const others = watchers.filter((each) => each !== said.recipient);
  const concerned = new Set([samplmanag, pendingWith, ...others]);
  const about = sampleReference(before);
  const notice = omitUndefined({ kind: "step" as const, step, ...about, ...said });
  for (const to of concerned) await add(ctx, to, notice, { actor, at });
}

/**
 * Deletes the notices of the step taken at `at` after it was undone, including those of people who
 * no longer watch the sample.
 */
export async function withdrawStep(
  ctx: MutationCtx,
  sampleId: Id<"samples">,
  at: number,
): Promise<void> {
  const notices = await ctx.db
    .query("notifications")
    .withIndex("by_sampleId_and_at", (q) => q.eq("notice.sampleId", sampleId).eq("at", at))
    .take(BATCH);
  for (const { _id, notice } of notices) {
    if (notice.kind === "step") await ctx.db.delete("notifications", _id);
  }
}

const NEWS_OF_SEED_MS = 2 * DAY_MS;

/** One page of the caller's notifications, newest first. */
export async function page(
  ctx: UserQueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Notification>> {
  const addresses = await addressesNow(ctx, ctx.actor.email);
  const rows = mergeRanges<"notifications">(ctx, addresses, ["at"], (db, to) =>
    db
      .query("notifications")
      .withIndex("by_to_and_at", (q) => q.eq("to", to))
      .order("desc"),
  );
  return await rows.paginate(capPage(paginationOpts));
}

const MAX_UNSEEN = 50;

/** The caller's unseen notifications, newest first, at most 50. `isMore`: there are others. */
export async function unseen(
  ctx: UserQueryCtx,
): Promise<{ items: Notification[]; isMore: boolean }> {
  const rows = await unseenRows(ctx, ctx.actor.email, "desc");
  const found = await rows.take(MAX_UNSEEN + 1);
  return { items: found.slice(0, MAX_UNSEEN), isMore: found.length > MAX_UNSEEN };
}

/** A person's unseen notifications until `until` (epoch ms). */
async function unseenRows(ctx: QueryCtx, email: string, order: "asc" | "desc", until = Infinity) {
  const addresses = await addressesNow(ctx, email);
  return mergeRanges<"notifications">(ctx, addresses, ["at"], (db, to) =>
    db
      .query("notifications")
      .withIndex("by_to_and_isSeen_and_at", (q) =>
        q.eq("to", to).eq("isSeen", undefined).lte("at", until),
      )
      .order(order),
  );
}

/** Rows per transaction. */
const BATCH = 500;

/**
 * Marks the caller's notifications until `until` (epoch ms) as seen.
 * @returns whether more may be left
 */
export async function markSeen(ctx: UserMutationCtx, until: number): Promise<boolean> {
  const rows = await unseenRows(ctx, ctx.actor.email, "asc", until);
  const found = await rows.take(BATCH);
  for (const { _id } of found) await ctx.db.patch("notifications", _id, { isSeen: true });
  return found.length === BATCH;
}

/** Maximum number of notifications per digest; the inbox shows all. */
const MAX_IN_DIGEST = 200;

/**
 * Returns the notifications for the next digest of `email`, oldest first, and marks them so that no
 * later digest repeats them.
 */
export async function takeForDigest(ctx: MutationCtx, email: string): Promise<Notification[]> {
  const addresses = await addressesNow(ctx, email);
  const rows = mergeRanges<"notifications">(ctx, addresses, ["_creationTime"], (db, to) =>
    db
      .query("notifications")
      .withIndex("by_to_and_isForDigest", (q) => q.eq("to", to).eq("isForDigest", true))
      .order("asc"),
  );
  const found = await rows.take(MAX_IN_DIGEST);
  for (const { _id } of found) await ctx.db.patch("notifications", _id, { isForDigest: undefined });
  return found;
}

const RETENTION_MS = 30 * DAY_MS;

/**
 * Deletes notifications older than 30 days.
 * @returns whether more may be left
 */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("notifications")
    .withIndex("by_at", (q) => q.lt("at", now - RETENTION_MS));
  return await deleteBatch(ctx, "notifications", old);
}
