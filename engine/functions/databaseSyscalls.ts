import type { ReadTransaction, WriteTransaction } from "../commit/database";
import { queryPage, type QueryPageArgs } from "./pagination";
import type { DirectSyscalls, TransactionExecution } from "./execution";
import { indexScan, queryRows, requireReadable, withoutStorageId, type QueryJson } from "./query";
import type { JSONObject } from "./types";

export const databaseStreams: DirectSyscalls = {
  "1.0/queryStream": ({ tx, streams }: TransactionExecution, { query }: { query: QueryJson }) => {
    const queryId = streams.size;
    streams.set(queryId, queryRows(tx, indexScan(tx, query), query));
    return { queryId };
  },

  "1.0/queryCleanup": ({ streams }: TransactionExecution, { queryId }: { queryId: number }) => {
    streams.get(queryId)?.return();
    return true;
  },

  "1.0/db/normalizeId": (
    { tx }: TransactionExecution,
    { table, idString }: { table: string; idString: string },
  ) => ({ id: tx.normalizeId(table, idString) }),
};

export const databaseReads: DirectSyscalls = {
  "1.0/get": (
    { tx }: TransactionExecution,
    args: { id: string; isSystem: boolean; table?: string },
  ) => {
    const table = tableOf(tx, args.id, "get", args.table);
    if (table === null) return null;
    if (args.isSystem !== table.startsWith("_")) {
      throw new Error(
        args.isSystem
          ? "User tables cannot be accessed with db.system."
          : "System tables can only be accessed with db.system.",
      );
    }
    requireReadable(table);
    const found = tx.get(args.id);
    return found && table === "_storage" ? withoutStorageId(found) : found;
  },

  "1.0/queryStreamNext": (run: TransactionExecution, { queryId }: { queryId: number }) => {
    const stream = run.streams.get(queryId);
    if (!stream) throw new Error("in-progress query not found");
    if (run.collected.has(queryId)) return { value: [...stream], done: true };
    const next = stream.next();
    return next.done ? { value: null, done: true } : { value: next.value, done: false };
  },

  "1.0/queryPage": (run: TransactionExecution, args: QueryPageArgs) => queryPage(run, args),

  "1.0/count": ({ tx }: TransactionExecution, { table }: { table: string }) => {
    requireReadable(table);
    const index = `${table}.by_creation_time` as const;
    let count = 0;
    const rows = tx.scan(index, tx.indexRange(index, []), "asc");
    while (!rows.next().done) count++;
    return count;
  },
};

// These could return documents, but the `convex` package ignores them.
export const databaseWrites: DirectSyscalls = {
  "1.0/insert": (
    run: TransactionExecution,
    { table, value }: { table: string; value: JSONObject },
  ) => {
    requireUserTable(table);
    return { _id: writerOf(run).insert(table, value) };
  },

  "1.0/shallowMerge": (
    run: TransactionExecution,
    args: { id: string; value: JSONObject; table?: string },
  ) => {
    writable(run, args.id, "patch", args.table).patch(args.id, args.value);
    return null;
  },

  "1.0/replace": (
    run: TransactionExecution,
    args: { id: string; value: JSONObject; table?: string },
  ) => {
    writable(run, args.id, "replace", args.table).replace(args.id, args.value);
    return null;
  },

  "1.0/remove": (run: TransactionExecution, args: { id: string; table?: string }) => {
    writable(run, args.id, "delete", args.table).remove(args.id);
    return null;
  },
};

/**
 * Returns the run's writer. Only mutations have the write syscalls in their table, so it exists.
 */
export function writerOf(run: TransactionExecution): WriteTransaction {
  if (!run.writer) throw new Error("Writes are possible in mutations only.");
  return run.writer;
}

/** Returns the writer, after checking that functions may write to the document's table. */
function writable(
  run: TransactionExecution,
  id: string,
  method: string,
  expectedTable: string | undefined,
): WriteTransaction {
  const table = tableOf(run.tx, id, method, expectedTable);
  if (table !== null) requireUserTable(table);
  return writerOf(run); // rejects an id of an unknown table
}

/**
 * Returns the table an id belongs to; null for a well-formed id of no known table.
 *
 * @throws Error when the string is not an id, or belongs to another table than the call names
 */
function tableOf(
  tx: ReadTransaction,
  id: string,
  method: string,
  expectedTable: string | undefined,
): string | null {
  const table = tx.tableOfId(id);
  const invalidId = (what: string) =>
    new Error(`Invalid argument \`id\` for \`db.${method}\`: ${what}`);
  if (table === null && !/^[0-9a-hjkmnp-tv-z]{31,37}$/.test(id)) {
    throw invalidId(`Unable to decode ID: ${JSON.stringify(id)} is not an ID`);
  }
  if (table !== null && expectedTable !== undefined && table !== expectedTable) {
    throw invalidId(`Expected an ID of table "${expectedTable}", got one of table "${table}"`);
  }
  return table;
}

function requireUserTable(table: string): void {
  if (table.startsWith("_")) {
    throw new Error("System tables (prefixed with `_`) are read-only.");
  }
}
