/**
 * Reads for the HTTP API on behalf of a token's owner. Rows have the format of the API
 * (domain/api/rows.ts). A page tests one bounded index range and keeps the matching rows, so it may
 * be empty before the end.
 */
import { historyRow, sampleRow } from "#domain/api/rows";
import { exportFilterColumns } from "#domain/exports/exportColumns";
import { parseFilters } from "#domain/exports/filterTexts";
import { historyScopes, isInTeamAndMine, serverConditions } from "#domain/samples/historyTable";
import type { Status } from "#domain/custody/statuses";
import { rowMatcher } from "#domain/tables/tableFilters";
import type { Doc } from "../../_generated/dataModel";
import type { ActorQueryCtx } from "../../lib/functions";
import { digest } from "../../lib/codes";
import * as History from "../samples/history";
import { oneVisible } from "../samples/identifiedSamples";
import * as ReportPages from "../lists/reportPages";
import type { ReportPlace } from "../lists/reportPages";
import { markUndone } from "../samples/undoneRecords";

type PageArgs = {
  readonly place: ReportPlace;
  readonly numItems: number;
  /** Filters as texts, in the syntax of requests: domain/exports/filterTexts.ts. */
  readonly filters: readonly string[];
};
type ApiPage = { readonly rows: object[]; readonly next: ReportPlace | null };

/**
 * One page of the report.
 *
 * @throws FilterFault; callers validate the filters first
 */
export async function samples(
  ctx: ActorQueryCtx,
  { place, numItems, filters, status }: PageArgs & { readonly status?: Status },
): Promise<ApiPage> {
  const matches = rowTest("samples", filters);
  const { rows, next } = await ReportPages.page(
    ctx,
    { part: "everything", status, numItems },
    place,
  );
  return { rows: rows.filter(matches).map(sampleRow), next };
}

/**
 * One page of all history that the actor may see, newest first within each of their scopes. Dates,
 * and for admins a person, narrow the index range.
 */
export async function history(
  ctx: ActorQueryCtx,
  { place: { range, cursor }, numItems, filters }: PageArgs,
): Promise<ApiPage> {
  const matches = rowTest("history", filters);
  const scopes = historyScopes(ctx.actor.role);
  const scope = scopes[range];
  if (scope === undefined) return { rows: [], next: null };
  const conditions = serverConditions(parseFilters("history", filters), scope).map((each) =>
    each.kind === "select" ? { ...each, anyOf: [...each.anyOf] } : each,
  );
  const found = await History.page(ctx, {
    scope,
    query: { search: "", conditions, timeZone: "UTC" },
    paginationOpts: { cursor, numItems },
  });
  const isTwice = (record: Doc<"history">) => scope === "team" && isInTeamAndMine(record);
  const next = found.isDone
    ? { range: range + 1, cursor: null }
    : { range, cursor: found.continueCursor };
  return {
    rows: found.page.filter((row) => matches(row) && !isTwice(row)).map(historyRow),
    next: next.range < scopes.length ? next : null,
  };
}

/** @throws SAMPLE_MISSING, IDENTIFIER_SHARED */
export async function sample(ctx: ActorQueryCtx, text: string) {
  return await versioned(sampleRow(await oneVisible(ctx, text)));
}

/** Adds a version to a row: a digest that changes with any field. */
export async function versioned(row: object): Promise<{ row: object; version: string }> {
  return { row, version: await digest("sample version", JSON.stringify(row)) };
}

/**
 * One page of one sample's history, newest first.
 * @throws SAMPLE_MISSING, IDENTIFIER_SHARED
 */
export async function sampleHistory(
  ctx: ActorQueryCtx,
  { text, place, numItems }: Pick<PageArgs, "place" | "numItems"> & { readonly text: string },
): Promise<ApiPage> {
  const { _id } = await oneVisible(ctx, text);
  const { cursor } = place;
  const found = await History.pageForSample(ctx, _id, { cursor, numItems });
  const records = await markUndone(ctx, found.page);
  return {
    rows: records.map(historyRow),
    next: found.isDone ? null : { range: 0, cursor: found.continueCursor },
  };
}

function rowTest(name: "samples" | "history", filters: readonly string[]) {
  const conditions = parseFilters(name, filters);
  return rowMatcher(exportFilterColumns(name))({ search: "", conditions });
}
