/**
 * Reads a person's report from start to end, for programs: its scopes and statuses are index ranges
 * that are read one after another.
 */
import { replaceChosen } from "#domain/tables/addressFilters";
import { LIST_COLUMNS } from "#domain/samples/fields";
import { scopesToShow, statusesIn, type Scope } from "#domain/samples/lists";
import type { Role } from "#domain/custody/workflow";
import type { Status } from "#domain/custody/statuses";
import { fieldColumn } from "#domain/tables/tableFilters";
import type { Doc } from "../../_generated/dataModel";
import type { ActorQueryCtx } from "../../lib/functions";
import { compileQuery, type TableQueryArgs } from "../../lib/tableQueries";
import * as Lists from "./lists";

/** Where a page of a report starts: an index range, and a cursor in it. */
export type ReportPlace = { readonly range: number; readonly cursor: string | null };
export const REPORT_START: ReportPlace = { range: 0, cursor: null };

export type ReportArgs = {
  /** Which part of the samples visible to the actor to include. */
  readonly part: "everything" | "mine" | "team";
  /** Only samples in this status. */
  readonly status?: Status | undefined;
  readonly query?: TableQueryArgs | undefined;
  /** Rows to test per page, capped by Lists.page. */
  readonly numItems: number;
};

/**
 * One page of the actor's report, in their current scope; `next` is null after the last page. A
 * page before the end may be empty.
 *
 * @throws INPUT_INVALID for a query on an unknown column
 */
export async function page(
  ctx: ActorQueryCtx,
  { part, status: only, query, numItems }: ReportArgs,
  { range, cursor }: ReportPlace,
): Promise<{ rows: Doc<"samples">[]; next: ReportPlace | null }> {
  const { actor } = ctx;
  const ranges = rangesOf(actor, part).filter(
    ({ status }) => only === undefined || status === only,
  );
  const found = ranges[range];
  if (found === undefined) return { rows: [], next: null };
  const { scope, status } = found;
  const answer = await Lists.page(ctx, {
    list: "report",
    scope,
    status,
    paginationOpts: { cursor, numItems },
    ...(query && { query }),
  });
  // A filtered page also ends with the last tested row, whether it matches or not.
  const matches = compileQuery(query, reportColumns) ?? (() => true);
  const isTwice = ({ samplmanag }: Doc<"samples">) =>
    scope === "team" && ranges.some((each) => each.scope === "mine") && samplmanag === actor.email;
  const next = answer.isDone
    ? { range: range + 1, cursor: null }
    : { range, cursor: answer.continueCursor };
  return {
    rows: answer.page.filter((row) => matches(row) && !isTwice(row)),
    next: next.range < ranges.length ? next : null,
  };
}

/** The values that a report's filters test. */
export function reportColumns(timeZone: string) {
  return LIST_COLUMNS.report.map((column) => fieldColumn(column, timeZone));
}

type StoredFilters = Pick<Doc<"reportSchedules">, "state" | "query">;

/**
 * Returns a report's stored filters with the person's address `from` replaced by `to`; null if they
 * do not select `from`.
 */
export function renamedFilters(
  { state, query }: StoredFilters,
  from: string,
  to: string,
): StoredFilters | null {
  const isChosen = query.conditions.some(
    (each) => each.kind === "select" && each.anyOf.includes(from),
  );
  if (!isChosen) return null;
  const conditions = query.conditions.map((each) =>
    each.kind === "select"
      ? { ...each, anyOf: each.anyOf.map((value) => (value === from ? to : value)) }
      : each,
  );
  const { filter } = state;
  return {
    state: { ...state, ...(filter && { filter: replaceChosen(filter, from, to) }) },
    query: { ...query, conditions },
  };
}

function scopesOf(role: Role, part: ReportArgs["part"]): Scope[] {
  if (part === "everything") return scopesToShow(role, "report");
  return role === "user" && part === "team" ? [] : [part];
}

function rangesOf({ role }: Doc<"users">, part: ReportArgs["part"]) {
  return scopesOf(role, part).flatMap((scope) =>
    statusesIn("report", scope).map((status) => ({ scope, status })),
  );
}
