import type { RangeExpression, ReadTransaction, StoredDocument } from "../commit/database";
import type { KeyRange } from "../values/keys";
import { compileFilter, type FilterJson } from "./filter";
import type { JSONObject } from "./types";
import { Unsupported } from "./unsupported";

/** A query as passed to the `queryStream` and `queryPage` syscalls. */
export interface QueryJson {
  readonly source:
    | { type: "FullTableScan"; tableName: string; order: "asc" | "desc" | null }
    | {
        type: "IndexRange";
        /** `table.index` */
        indexName: string;
        range: readonly RangeExpression[];
        order: "asc" | "desc" | null;
      }
    | { type: "Search"; indexName: string };
  readonly operators: readonly ({ filter: FilterJson } | { limit: number })[];
}

export interface IndexScan {
  readonly index: `${string}.${string}`;
  readonly range: KeyRange;
  readonly order: "asc" | "desc";
}

export type Row = StoredDocument & { readonly key: Uint8Array };
export type RowStream = Iterator<Row, void> & Iterable<Row>;

/** System tables that functions may read through `ctx.db.system`. */
const READABLE_SYSTEM_TABLES = new Set(["_scheduled_functions", "_storage"]);

/** Returns the index range that a query reads. @throws Unsupported for search */
export function indexScan(tx: ReadTransaction, { source }: QueryJson): IndexScan {
  if (source.type === "Search") throw new Unsupported("text search", source.indexName);
  const index = (
    source.type === "FullTableScan" ? `${source.tableName}.by_creation_time` : source.indexName
  ) as IndexScan["index"];
  requireReadable(index.slice(0, index.indexOf(".")));
  const range = tx.indexRange(index, source.type === "FullTableScan" ? [] : source.range);
  return { index, range, order: source.order ?? "asc" };
}

/** @throws Error for the deployment's private tables */
export function requireReadable(table: string): void {
  if (table.startsWith("_") && !READABLE_SYSTEM_TABLES.has(table)) {
    throw new Error(`Table ${table} is private to the deployment.`);
  }
}

/**
 * Yields the rows of a scan that pass the query's filters and limits, one at a time: the read set
 * grows only as far as the caller consumes. Rows past a reached limit are never read.
 *
 * @param shouldContinue called after every row read, including rows that a filter drops
 */
export function* queryRows(
  tx: ReadTransaction,
  scan: IndexScan,
  { operators }: QueryJson,
  shouldContinue: (row: Row) => boolean = () => true,
): Generator<Row, void> {
  const stages = operators.map((operator) =>
    "filter" in operator
      ? { passes: compileFilter(operator.filter) }
      : { remaining: operator.limit },
  );
  const isExhausted = () => stages.some((stage) => stage.remaining === 0);
  if (isExhausted()) return;
  for (const row of tx.scan(scan.index, scan.range, scan.order)) {
    const canContinue = shouldContinue(row);
    if (passesAll(row)) yield publicRow(scan.index, row);
    if (!canContinue || isExhausted()) return;
  }

  function passesAll(row: Row): boolean {
    let document: JSONObject | undefined; // parsed only if there is a filter
    for (const stage of stages) {
      if (stage.passes) {
        document ??= JSON.parse(row.json) as JSONObject;
        if (!stage.passes(document)) return false;
      } else {
        stage.remaining -= 1;
      }
    }
    return true;
  }
}

function publicRow(index: string, row: Row): Row {
  return index.startsWith("_storage.") ? { ...row, json: publicJson("_storage", row.json) } : row;
}

/**
 * Returns a document as functions see it: `_storage` rows lack the random name used in their URL.
 */
export function publicJson(table: string, json: string): string {
  if (table !== "_storage") return json;
  const shown = JSON.parse(json) as JSONObject;
  delete shown["storageId"];
  return JSON.stringify(shown);
}
