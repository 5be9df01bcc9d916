/** Pages of the HTTP API's tables, read on behalf of a token's owner. */
import type { FunctionReturnType } from "convex/server";
import { parseFilters } from "#domain/exports/filterTexts";
import type { Status } from "#domain/custody/statuses";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { ReportPlace } from "../../model/lists/reportPages";

export type Page = FunctionReturnType<typeof internal.apiReads.samples>;
export type ReadPage = (place: ReportPlace, numItems: number) => Promise<Page>;

/** Which rows of which table. `filter`: as in the address, `brand=Acme`. */
export type PagesOf = {
  readonly table: "samples" | "history";
  readonly tokenId: Id<"apiTokens">;
  readonly filter?: readonly string[] | undefined;
  /** For samples. */
  readonly status?: Status | undefined;
};

/** @throws FilterFault */
export function pagesOf(
  ctx: Pick<ActionCtx, "runQuery">,
  { table, tokenId, filter = [], status }: PagesOf,
): ReadPage {
  parseFilters(table, filter);
  const filters = [...filter];
  if (table === "history") {
    return (place, numItems) =>
      ctx.runQuery(internal.apiReads.history, { tokenId, filters, place, numItems });
  }
  return (place, numItems) =>
    ctx.runQuery(internal.apiReads.samples, {
      ...{ tokenId, filters, place, numItems },
      ...(status && { status }),
    });
}
