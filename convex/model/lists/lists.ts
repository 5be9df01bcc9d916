import type { PaginationOptions } from "convex/server";
import { LIST_COLUMNS } from "#domain/samples/fields";
import {
  LISTS,
  mayUseScope,
  ownFields,
  statusesIn,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import type { Status } from "#domain/custody/statuses";
import { fieldColumn } from "#domain/tables/tableFilters";
import {
  awaitsAnswerOf,
  pendingFieldIn,
  waitingManager,
  type Actor,
} from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorQueryCtx } from "../../lib/functions";
import { mergeRanges } from "../../lib/mergedRanges";
import {
  capScan,
  filterPage,
  compileQuery,
  type FilteredPage,
  type TableQueryArgs,
} from "../../lib/tableQueries";
import * as AddressMoves from "../people/addressMoves";
import * as Identifiers from "../samples/identifiers";
import { capPage, emptyPage } from "../common/pages";
import { absentees } from "../people/standIns";
import * as Supervision from "../people/supervision";

/**
 * One page of one status and scope of a list, in the list's order, from one index range. With a
 * query, a page tests up to 500 rows and returns the matching ones; a query only narrows the range.
 *
 * @throws NOT_ALLOWED for a scope that the caller's role does not have; INPUT_INVALID for a query
 *   on an unknown column
 */
export async function page(
  ctx: ActorQueryCtx,
  args: {
    list: ListName;
    scope: Scope;
    status: Status;
    query?: TableQueryArgs;
    paginationOpts: PaginationOptions;
  },
): Promise<FilteredPage<Doc<"samples">>> {
  const { list, scope, status } = args;
  if (!mayUseScope(ctx.actor.role, list, scope)) throw appError("NOT_ALLOWED");
  if (!statusesIn(list, scope).includes(status)) return emptyPage();
  const test = compileQuery(args.query, (timeZone) =>
    LIST_COLUMNS[list].map((column) => fieldColumn(column, timeZone)),
  );
  const cap = test === null ? capPage : capScan;
  const rows = await listRows(ctx, args);
  const read = await rows.paginate(cap(args.paginationOpts));
  const visible = { ...read, page: await visibleRows(ctx, args, read.page) };
  return test === null ? visible : filterPage(visible, test);
}

/**
 * One page of all samples of a list, newest first, for an admin: the first rows of the lists by
 * registration while the replica loads. Creation order is registration order, except for samples
 * edited or reopened since.
 */
export async function newest(
  ctx: ActorQueryCtx,
  { list, paginationOpts }: { list: ListName; paginationOpts: PaginationOptions },
): Promise<FilteredPage<Doc<"samples">>> {
  const read = await ctx.db.query("samples").order("desc").paginate(capPage(paginationOpts));
  const page = await visibleRows(ctx, { list, scope: "all" }, read.page);
  const statuses = statusesIn(list, "all");
  return filterPage({ ...read, page }, ({ status }) => statuses.includes(status));
}

/**
 * Resolves samples read from a scope's index ranges to what the caller may see: with present
 * addresses, and without samples that the stale index still lists.
 */
export async function visibleRows(
  ctx: ActorQueryCtx,
  { list, scope }: Pick<Part, "list" | "scope">,
  read: Doc<"samples">[],
) {
  const samples = await AddressMoves.resolveAddresses(ctx, read);
  const me = ctx.actor.email;
  switch (scope) {
    case "all":
      return samples;
    case "mine":
      return samples.filter((sample) => ownFields(list).every((field) => sample[field] === me));
    case "team": {
      const left = await Supervision.formerReports(ctx, me);
      return samples.filter(({ samplmanag }) => !left.has(samplmanag));
    }
    case "addressed":
      // The caller may not answer their own request, even as the stand-in of the person asked.
      return samples.filter((sample) => waitingManager(sample) !== me);
  }
}

/** The rows of one status and scope of a list. */
type Part = { readonly list: ListName; readonly scope: Scope; readonly status: Status };

/**
 * Reads the rows of one status and scope of a list, in the list's order, from one index range.
 * Merges one more range for each person whom the caller stands in for, and for a former address
 * while samples still name it. Pass the rows to `visibleRows`.
 */
export async function listRows(
  ctx: ActorQueryCtx,
  part: Part,
  order: "asc" | "desc" = LISTS[part.list].order,
) {
  const { scope, status } = part;
  const me = ctx.actor.email;
  const absent = scope === "addressed" ? await absenteesIn(ctx, status) : [];
  const addresses = scope === "all" ? [me] : await AddressMoves.addressesNow(ctx, me, ...absent);
  const rangeOf = (db: QueryCtx["db"], address: string) =>
    listRange(db, address, part).order(order);
  return mergeRanges<"samples">(ctx, addresses, ["listDate"], rangeOf);
}

/**
 * The e-mails of the absent people whose requests in `status` the caller answers as their stand-in.
 */
async function absenteesIn(ctx: ActorQueryCtx, status: Status): Promise<string[]> {
  const field = pendingFieldIn(status);
  const absent = await absentees(ctx, ctx.actor);
  return absent
    .filter(({ fields }) => fields.some((each) => each === field))
    .map(({ email }) => email);
}

/** The index range of a scope for the person with address `me`. */
function listRange(db: QueryCtx["db"], me: string, { scope, status }: Part) {
  const samples = db.query("samples");
  switch (scope) {
    case "all":
      return samples.withIndex("by_status_and_listDate", (q) => q.eq("status", status));
    case "mine":
      return samples.withIndex("by_samplmanag_and_status_and_listDate", (q) =>
        q.eq("samplmanag", me).eq("status", status),
      );
    case "team":
      return samples.withIndex("by_supervisor_and_status_and_listDate", (q) =>
        q.eq("supervisor", me).eq("status", status),
      );
    case "addressed":
      return samples.withIndex("by_pendingWith_and_status_and_listDate", (q) =>
        q.eq("pendingWith", me).eq("status", status),
      );
  }
}

/**
 * Returns the samples of a list whose serial number or IMEI is `text`, in any order, at most 40.
 * Uses the identifier index, so it is fast even when a search through the list is slow.
 *
 * @throws NOT_ALLOWED for a scope that the caller's role does not have
 */
export async function identified(
  ctx: ActorQueryCtx,
  { list, scopes, text }: { list: ListName; scopes: readonly Scope[]; text: string },
): Promise<Doc<"samples">[]> {
  if (!scopes.every((scope) => mayUseScope(ctx.actor.role, list, scope))) {
    throw appError("NOT_ALLOWED");
  }
  const left = scopes.includes("team")
    ? await Supervision.formerReports(ctx, ctx.actor.email)
    : null;
  const standsInFor = await absentees(ctx, ctx.actor);
  const found: Doc<"samples">[] = [];
  for (const id of await Identifiers.findSamplesByText(ctx, text)) {
    const sample = await AddressMoves.getSample(ctx, id);
    if (sample === null) continue;
    const isTeams = sample.supervisor === ctx.actor.email && !left?.has(sample.samplmanag);
    const reader = { actor: { ...ctx.actor, standsInFor }, isTeams };
    if (scopes.some((scope) => isIn(sample, { list, scope }, reader))) found.push(sample);
  }
  return found;
}

/**
 * True if `sample` is among the rows that `listRows` reads for the scope.
 *
 * @param reader `isTeams`: the holder reports to the actor
 */
function isIn(
  sample: Doc<"samples">,
  { list, scope }: Pick<Part, "list" | "scope">,
  { actor, isTeams }: { readonly actor: Actor; readonly isTeams: boolean },
): boolean {
  if (!statusesIn(list, scope).includes(sample.status)) return false;
  const me = actor.email;
  switch (scope) {
    case "all":
      return true;
    case "mine":
      return ownFields(list).every((field) => sample[field] === me);
    case "team":
      return isTeams;
    case "addressed":
      return awaitsAnswerOf(actor, sample);
  }
}
