import { setImmediate as turnOfEventLoop } from "node:timers/promises";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { decodeRows, ROW_FORMAT } from "#domain/samples/compactRows";
import { exportFilterColumns, type ExportName } from "#domain/exports/exportColumns";
import { historyScopes, isInTeamAndMine, serverConditions } from "#domain/samples/historyTable";
import { scopesToShow, statusesIn } from "#domain/samples/lists";
import { rowMatcher, type Condition } from "#domain/tables/tableFilters";
import type { Role } from "#domain/custody/workflow";
import type { Client } from "../client";
import { CliError } from "../errors";
import { allPages } from "../pages";
import { serverQuery } from "./conditions";

/**
 * Yields the rows of an export that the caller may see and that meet the conditions, one page at a
 * time: memory use does not grow with the table, and rows are not awaited one by one.
 */
export async function* exportPages(
  client: Reader,
  role: Role,
  name: ExportName,
  conditions: readonly Condition[],
): Pages {
  const matches = rowMatcher(exportFilterColumns(name))({ search: "", conditions });
  for await (const page of SOURCES[name](client, role, conditions)) {
    yield conditions.length === 0 ? page : page.filter(matches);
  }
}

type Pages = AsyncGenerator<readonly object[], void>;
type Source = (client: Reader, role: Role, conditions: readonly Condition[]) => Pages;

const SOURCES: Readonly<Record<ExportName, Source>> = {
  samples: (client, role) =>
    role === "admin" ? everySample(client) : visibleSamples(client, role),
  history: historyRecords,
  users: (client) => allPages((paginationOpts) => client.query(api.users.list, { paginationOpts })),
};

/** The part of the client that an export uses. */
type Reader = Pick<Client, "query">;

type CompactPage = FunctionReturnType<typeof api.sampleFeed.page>;

/**
 * Yields an admin's rows, in the compact form that browsers keep. Requests each page before the
 * caller writes the previous one.
 */
async function* everySample(client: Reader): Pages {
  const fetchPage = (cursor: string | null): Promise<CompactPage> =>
    client.query(api.sampleFeed.page, { cursor, isExport: true });
  let next: Promise<CompactPage> | null = fetchPage(null);
  while (next !== null) {
    const { format, rows, cursor }: CompactPage = await next;
    if (format !== ROW_FORMAT) throw new CliError("The server is of another version than sms.");
    next = cursor === null ? null : fetchPage(cursor);
    next?.catch(() => undefined); // the later await throws the error
    // Lets the request leave first, so that the server reads the next page while these rows are
    // written.
    await turnOfEventLoop();
    yield decodeRows(rows);
  }
}

/**
 * Yields the rows of any other role, without duplicates: a sample may be in two scopes, and may
 * move to another status meanwhile.
 */
async function* visibleSamples(client: Reader, role: Role): Pages {
  const seen = new Set<string>();
  for (const list of ["report", "transfer", "return", "lost"] as const) {
    for (const scope of scopesToShow(role, list)) {
      if (list !== "report" && scope !== "addressed") continue;
      for (const status of statusesIn(list, scope)) {
        const pages = allPages((paginationOpts) =>
          client.query(api.samples.list, { list, scope, status, paginationOpts }),
        );
        for await (const page of pages) {
          yield page.filter(({ _id }) => !seen.has(_id));
          for (const { _id } of page) seen.add(_id);
        }
      }
    }
  }
}

/**
 * Yields history records. The server narrows its range by the conditions that it supports; a record
 * in both of a supervisor's scopes is yielded once.
 */
async function* historyRecords(
  client: Reader,
  role: Role,
  conditions: readonly Condition[],
): Pages {
  for (const scope of historyScopes(role)) {
    const known = serverConditions(conditions, scope);
    const query = known.length === 0 ? {} : { query: serverQuery(known) };
    const pages = allPages((paginationOpts) =>
      client.query(api.history.list, { scope, ...query, paginationOpts }),
    );
    for await (const page of pages) {
      yield scope === "team" ? page.filter((row) => !isInTeamAndMine(row)) : page;
    }
  }
}
