import type { PaginationOptions } from "convex/server";
import type { HistoryAction } from "../../domain/workflow";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appError } from "../lib/errors";
import type { UserQueryCtx } from "../lib/functions";
import { defined } from "../../domain/objects";
import { bounded, emptyPage } from "./pages";
import { getVisible } from "./visibility";

/** One field that an edit changed. */
export type FieldChange = NonNullable<Doc<"history">["changes"]>[number];

type Entry = {
  readonly action: HistoryAction;
  readonly at: number;
  readonly actor: { readonly _id: Id<"users">; readonly email: string };
  /** Absent for an imported sample: a whole import has one id. */
  readonly transactionId?: string | undefined;
  readonly recipient?: string | undefined;
  readonly reason?: string | undefined;
  readonly changes?: FieldChange[];
};

/** The fields of a sample that its history keeps, as they are after the step. */
type KeyFields = Pick<
  Doc<"samples">,
  | "status"
  | "samplmanag"
  | "supervisor"
  | "country"
  | "city"
  | "customers"
  | "brand"
  | "model"
  | "serialNumber"
  | "imei1"
  | "imei2"
> & { readonly lastmanag?: string | undefined };

/** Appends the record of a change, in the change's own transaction. Nothing ever rewrites one. */
export async function append(
  ctx: MutationCtx,
  sampleId: Id<"samples">,
  after: KeyFields,
  { action, at, actor, transactionId, recipient, reason, changes }: Entry,
): Promise<void> {
  const { status, samplmanag, lastmanag, supervisor, country, city, customers } = after;
  const { brand, model, serialNumber, imei1, imei2 } = after;
  const record = {
    ...{ sampleId, action, actiondate: at, email: actor.email, uid: actor._id },
    ...{ transactionId, recipient, reason, changes },
    ...{ status, samplmanag, lastmanag, supervisor, country, city, customers },
    ...{ brand, model, serialNumber, imei1, imei2 },
  };
  await ctx.db.insert("history", defined(record));
}

/**
 * Records of one sample, newest first: for whoever may see the sample. Those of a deleted sample stay
 * for admins.
 */
export async function pageForSample(
  ctx: UserQueryCtx,
  sampleIdText: string,
  paginationOpts: PaginationOptions,
) {
  const sampleId = ctx.db.normalizeId("samples", sampleIdText);
  if (sampleId === null) return emptyPage<Doc<"history">>();
  const visible = await getVisible(ctx, sampleId);
  if (visible === null && ctx.actor.role !== "admin") return emptyPage<Doc<"history">>();
  return await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sampleId))
    .order("desc")
    .paginate(bounded(paginationOpts));
}

/**
 * One range of the History screen, newest first. The manager and supervisor are those of the moment of
 * the step: history does not follow a later change of supervisor. Source: doc 2 §6.
 *
 * @throws NOT_ALLOWED for `all` unless admin, for `team` from a user
 */
export async function page(
  ctx: UserQueryCtx,
  scope: "all" | "mine" | "team",
  paginationOpts: PaginationOptions,
) {
  const { email, role } = ctx.actor;
  if (scope === "all") {
    if (role !== "admin") throw appError("NOT_ALLOWED");
    return await ctx.db
      .query("history")
      .withIndex("by_actiondate")
      .order("desc")
      .paginate(bounded(paginationOpts));
  }
  if (scope === "team") {
    if (role === "user") throw appError("NOT_ALLOWED");
    return await ctx.db
      .query("history")
      .withIndex("by_supervisor_and_actiondate", (q) => q.eq("supervisor", email))
      .order("desc")
      .paginate(bounded(paginationOpts));
  }
  return await ctx.db
    .query("history")
    .withIndex("by_samplmanag_and_actiondate", (q) => q.eq("samplmanag", email))
    .order("desc")
    .paginate(bounded(paginationOpts));
}
