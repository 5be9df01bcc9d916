import type { RangeExpression, ReadTransaction, Row } from "../commit/database";
import { StoredDocument } from "../commit/storedDocument";
import type { KeyRange } from "../values/keys";
import { compileFilter, type FilterJson } from "./filter";
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

export type DocumentStream = Generator<StoredDocument, void>;

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
 * Yields the documents of a scan that pass the query's filters and limits, one at a time: the read
 * set grows only as far as the caller consumes. Rows past a reached limit are never read.
 *
 * @param shouldContinue called after every row read, including rows that a filter drops
 */
export function* queryRows(
  tx: ReadTransaction,
  scan: IndexScan,
  { operators }: QueryJson,
  shouldContinue: (row: Row) => boolean = () => true,
): DocumentStream {
  const stages = operators.map((operator) =>
    "filter" in operator
      ? { passes: compileFilter(operator.filter) }
      : { remaining: operator.limit },
  );
  if (isExhausted(stages)) return;
  const isStorage = scan.index.startsWith("_storage.");
  for (const row of tx.scan(scan.index, scan.range, scan.order)) {
    const canContinue = shouldContinue(row);
    if (passesAll(stages, row.document)) {
      yield isStorage ? withoutStorageId(row.document) : row.document;
    }
    if (!canContinue || isExhausted(stages)) return;
  }
}

/** A filter, or a limit with the number of rows that may still pass it. */
type Stage =
  | { readonly passes: ReturnType<typeof compileFilter>; readonly remaining?: never }
  | { readonly passes?: never; remaining: number };

function isExhausted(stages: readonly Stage[]): boolean {
  return stages.some((stage) => stage.remaining === 0);
}

function passesAll(stages: readonly Stage[], document: StoredDocument): boolean {
  for (const stage of stages) {
    if (!stage.passes) stage.remaining -= 1;
    else if (!stage.passes(document.fields)) return false;
  }
  return true;
}

/** Returns a `_storage` row as functions see it: without the random name used in its URL. */
export function withoutStorageId({ id, fields }: StoredDocument): StoredDocument {
  const shown = { ...fields };
  delete shown["storageId"];
  return new StoredDocument(id, JSON.stringify(shown), shown);
}
