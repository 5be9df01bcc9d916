import type { JSONValue } from "convex/values";
import type { Database, ReadTransaction } from "../commit/database";
import type { LoadedFunction } from "../functions/loading/loader";
import type { FunctionRunner } from "../functions/runner";
import type { JSONObject, Outcome, QueryOutcome } from "../functions/types";
import { keyAfter } from "../values/keys";

/** Path prefix of Convex's system functions, some of which the official CLI calls. */
const PREFIX = "_system/";

export const isSystemQuery = (path: string) => path.startsWith(PREFIX);

/**
 * Answers the system queries that the official CLI makes with the admin key. Refuses others by
 * name.
 */
export class SystemQueries {
  constructor(
    readonly database: Database,
    readonly functions: FunctionRunner,
    readonly urls: { cloudUrl: string; siteUrl: string },
  ) {}

  run(path: string, args: JSONObject, tx: ReadTransaction): QueryOutcome {
    let outcome: Outcome;
    try {
      outcome = { ok: true, valueJson: this.#answer(path, args, tx), logLines: [] };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      outcome = { ok: false, error: { message }, logLines: [] };
    }
    const { ts, readSet } = tx;
    return { ...outcome, ts, readSet, journal: null, sawIdentity: false, sawTime: false };
  }

  #answer(path: string, args: JSONObject, tx: ReadTransaction): string {
    switch (path.slice(PREFIX.length).replace(/:default$/, "")) {
      case "cli/tables": // `npx convex data`
        return onePage(this.#userTables().map((name) => JSON.stringify({ name })));
      case "cli/tableData": // `npx convex data TABLE`
        return tableData(tx, args);
      case "cli/queryTable":
        return JSON.stringify(
          this.#userTables().find((name) => name === args["tableName"]) ?? null,
        );
      case "cli/queryEnvironmentVariables": // `npx convex env list`
        return `[${variables(tx)
          .map((variable) => JSON.stringify(variable))
          .join(",")}]`;
      case "cli/queryEnvironmentVariables:get":
        return JSON.stringify(variables(tx).find(({ name }) => name === args["name"]) ?? null);
      case "cli/modules:apiSpec": // `npx convex run` of an unknown function, `function-spec`
        return JSON.stringify([...this.functions.listFunctions()].map(functionSpec));
      case "cli/convexUrl:cloudUrl":
        return JSON.stringify(this.urls.cloudUrl);
      case "cli/convexUrl:siteUrl":
        return JSON.stringify(this.urls.siteUrl);
      default:
        throw new Error(`This deployment does not offer the system function '${path}'.`);
    }
  }

  #userTables(): string[] {
    const names = this.database.tables().map(({ name }) => name);
    return names.filter((name) => !name.startsWith("_")).sort();
  }
}

function functionSpec({ path, kind, isPublic, args, returns }: LoadedFunction) {
  return {
    functionType: kind.charAt(0).toUpperCase() + kind.slice(1),
    identifier: path.replace(":", ".js:"),
    visibility: { kind: isPublic ? "public" : "internal" },
    args: args ?? { type: "any" },
    returns: returns ?? { type: "any" },
  };
}

function variables(tx: ReadTransaction): { name: JSONValue; value: JSONValue }[] {
  const rows = tx.scan("_environment.by_name", tx.indexRange("_environment.by_name", []), "asc");
  return [...rows].map(({ json }) => {
    const { name, value } = JSON.parse(json) as { name: JSONValue; value: JSONValue };
    return { name, value };
  });
}

/**
 * Returns one page of a table. `args`: `{table, order, paginationOpts: {cursor, numItems}}`; a
 * cursor is the index key of the last row in base64.
 */
function tableData(tx: ReadTransaction, args: JSONObject): string {
  const { table, order, paginationOpts } = args as {
    table: string;
    order?: "asc" | "desc";
    paginationOpts: { cursor: string | null; numItems: number };
  };
  const index = `${table}.by_creation_time` as const;
  const all = tx.indexRange(index, []);
  const last = paginationOpts.cursor ? Buffer.from(paginationOpts.cursor, "base64") : null;
  let rest = all;
  if (last) rest = order === "asc" ? { ...all, start: keyAfter(last) } : { ...all, end: last };
  const page: string[] = [];
  let lastKey: Uint8Array | null = null;
  for (const row of tx.scan(index, rest, order === "asc" ? "asc" : "desc")) {
    page.push(row.json);
    lastKey = row.key;
    if (page.length >= paginationOpts.numItems) break;
  }
  const isDone = page.length < paginationOpts.numItems || lastKey === null;
  return onePage(page, isDone, lastKey ? Buffer.from(lastKey).toString("base64") : "");
}

const onePage = (rows: readonly string[], isDone = true, continueCursor = "") =>
  `{"page":[${rows.join(",")}],"isDone":${isDone},"continueCursor":${JSON.stringify(continueCursor)}}`;
