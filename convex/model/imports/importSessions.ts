/**
 * Stores the progress of imports, so that an interrupted import continues after its last committed
 * batch, on any computer that has the file.
 */
import type { PaginationOptions } from "convex/server";
import { addRange, rowsLeft, type RowRange } from "#domain/imports/importBatches";
import { countRow, NO_ROWS, type RowResult } from "#domain/imports/importResults";
import type { ImportPolicy } from "#domain/imports/importRows";
import { isFileHash, MAX_FILE_NAME, type IMPORT_ORIGINS } from "#domain/imports/imports";
import { omitUndefined } from "#domain/common/objects";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import type { Doc, Id } from "../../_generated/dataModel";
import { appError } from "../../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { capPage } from "../common/pages";
import * as Transactions from "../common/transactions";

export type Session = Doc<"imports">;

/**
 * Maximum number of stored ranges of completed rows. A client has two batches in flight, so there
 * are only a few.
 */
const MAX_RANGES = 100;

type BeginArgs = {
  readonly importId: string;
  readonly fileName: string;
  readonly fileHash: string;
  readonly origin: (typeof IMPORT_ORIGINS)[number];
  readonly duplicates: ImportPolicy;
  readonly rows: number;
  readonly unreadable: number;
};

/** Implements imports.begin. */
export async function begin(ctx: UserMutationCtx, args: BeginArgs, now: number): Promise<void> {
  const { unreadable, ...described } = args;
  Transactions.requireId(args.importId);
  const isWhole = (count: number) =>
    Number.isInteger(count) && count >= 0 && count <= SHEET_LIMITS.rows;
  const isDescribed =
    isFileHash(args.fileHash) &&
    args.fileName.length <= MAX_FILE_NAME &&
    isWhole(args.rows) &&
    isWhole(unreadable) &&
    unreadable <= args.rows;
  if (!isDescribed) throw appError("IMPORT_INVALID");
  if ((await findOwn(ctx, args.importId)) !== null) return;
  await ctx.db.insert("imports", {
    ...described,
    uid: ctx.actor._id,
    email: ctx.actor.email,
    answered: unreadable,
    counts: { ...NO_ROWS, refused: unreadable },
    done: [],
    startedAt: now,
    ...(unreadable === args.rows && { finishedAt: now }),
  });
}

async function findOwn(ctx: UserQueryCtx, importId: string): Promise<Session | null> {
  return await ctx.db
    .query("imports")
    .withIndex("by_uid_and_importId", (q) => q.eq("uid", ctx.actor._id).eq("importId", importId))
    .unique();
}

/** @throws IMPORT_MISSING, also for another user's import */
export async function getOwnOrThrow(ctx: UserQueryCtx, importId: string): Promise<Session> {
  const session = await findOwn(ctx, importId);
  if (session === null) throw appError("IMPORT_MISSING");
  return session;
}

type DoneBatch = {
  readonly range: RowRange;
  readonly results: readonly RowResult[];
  readonly registered: readonly Id<"samples">[];
};

/**
 * Records a batch in the import's progress, in the transaction that writes its samples: two
 * documents. Rows already answered by another batch (a file resumed in two places) are not counted
 * again.
 */
export async function addBatch(
  ctx: UserMutationCtx,
  session: Session,
  { range, results, registered }: DoneBatch,
): Promise<void> {
  const done = addRange(session.done, range);
  if (done.length > MAX_RANGES) throw appError("IMPORT_INVALID");
  const counts = { ...session.counts };
  const added = rowsLeft(results, session.done);
  for (const result of added) countRow(counts, result);
  const answered = session.answered + added.length;
  const finished = answered >= session.rows ? { finishedAt: Date.now() } : {};
  await ctx.db.patch("imports", session._id, { done, counts, answered, ...finished });
  if (registered.length === 0) return;
  await ctx.db.insert("importBatches", { import: session._id, sampleIds: [...registered] });
}

/** Implements imports.unfinished. */
export async function unfinished(ctx: UserQueryCtx, fileHash: string) {
  const latest = await ctx.db
    .query("imports")
    .withIndex("by_uid_and_fileHash", (q) => q.eq("uid", ctx.actor._id).eq("fileHash", fileHash))
    .order("desc")
    .first();
  if (latest === null || latest.finishedAt !== undefined || latest.undo !== undefined) return null;
  const { importId, duplicates, rows, answered, counts, done, startedAt } = latest;
  return { importId, duplicates, rows, answered, counts, done, startedAt };
}

/** Implements imports.list. */
export async function list(ctx: UserQueryCtx, paginationOpts: PaginationOptions) {
  const imports = ctx.db.query("imports");
  const found = await (
    ctx.actor.role === "admin"
      ? imports
      : imports.withIndex("by_uid", (q) => q.eq("uid", ctx.actor._id))
  )
    .order("desc")
    .paginate(capPage(paginationOpts));
  return { ...found, page: found.page.map(listed) };
}

function listed({ _id, _creationTime: _c, uid: _u, done: _d, ...shown }: Session) {
  return omitUndefined({ id: _id, ...shown });
}
