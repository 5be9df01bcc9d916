/**
 * Makes convex-test's queries read one table. By itself, it looks at the documents of all tables
 * for every query, and evaluates each condition of an index range anew for each document. The
 * methods below keep the ids of each table together, and pass only the documents that agree with
 * the range's plain values on to convex-test, which decides as before.
 */
import * as convexTest from "convex-test";

type Document = Readonly<Record<string, unknown>>;
type Source = {
  readonly type: string;
  readonly range?: readonly { type: string; fieldPath: string; value: unknown }[];
};
/** The used parts of convex-test's store. `_writes`: one layer for each open transaction. */
type Store = {
  readonly _documents: Readonly<Record<string, Document>>;
  readonly _writes: readonly Readonly<Record<string, Document | null>>[];
  commit(timestamp: bigint | null): void;
  _iterateDocs(table: string, take: (document: Document) => void): void;
  _resolveQuerySource(query: { readonly source: Source }): unknown;
};

/** Committed ids of each store, by table. */
const committed = new WeakMap<Store, Map<string, Set<string>>>();
/** The range of the query that a store is evaluating. */
const ranges = new WeakMap<Store, Source>();

/** The plugin in vitest.config.ts exports the class. */
const { DatabaseFake } = convexTest as unknown as {
  DatabaseFake: { readonly prototype: Store };
};
const store = DatabaseFake.prototype;
const commit = Reflect.get(store, "commit");
const resolve = Reflect.get(store, "_resolveQuerySource");

store.commit = function (timestamp) {
  const written = Object.keys(this._writes.at(-1) ?? {});
  commit.call(this, timestamp);
  if (this._writes.length > 0) return;
  for (const id of written) {
    const ids = idsOf(this, tableOf(id));
    if (id in this._documents) ids.add(id);
    else ids.delete(id);
  }
};

store._resolveQuerySource = function (query) {
  ranges.set(this, query.source);
  try {
    return resolve.call(this, query);
  } finally {
    ranges.delete(this);
  }
};

store._iterateDocs = function (table, take) {
  const agrees = agreesWith(ranges.get(this));
  const ids = new Set(idsOf(this, table));
  for (const layer of this._writes) {
    for (const id of Object.keys(layer)) if (tableOf(id) === table) ids.add(id);
  }
  for (const id of ids) {
    const written = this._writes.findLast((layer) => layer[id] !== undefined)?.[id];
    const document = written === undefined ? this._documents[id] : written;
    if (document != null && agrees(document)) take(document);
  }
};

function idsOf(of: Store, table: string): Set<string> {
  const tables = committed.get(of) ?? new Map<string, Set<string>>();
  committed.set(of, tables);
  const ids = tables.get(table) ?? new Set();
  tables.set(table, ids);
  return ids;
}

const tables = new Map<string, string>();

/** The table of an id: convex-test writes a number and the table's name. */
function tableOf(id: string): string {
  const known = tables.get(id) ?? id.replace(/^\d+/, "");
  tables.set(id, known);
  return known;
}

/** False for a document that differs from a range's text, number, boolean or null. */
function agreesWith(source: Source | undefined): (document: Document) => boolean {
  const equal = (source?.range ?? []).flatMap(({ type, fieldPath, value }) => {
    const isPlain = typeof value !== "object" || value === null;
    return type === "Eq" && isPlain && !fieldPath.includes(".") ? [{ fieldPath, value }] : [];
  });
  return (document) => equal.every(({ fieldPath, value }) => document[fieldPath] === value);
}
