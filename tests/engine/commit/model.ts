import fc from "fast-check";
import { compareValues } from "convex/values";
import type { ReadTransaction, WriteTransaction } from "../../../engine/commit/database";
import { encodeKey, prefixEnd, type KeyRange } from "../../../engine/values/keys";

/**
 * A naive model of the store: documents in a map, and scans that filter and sort all of them.
 * Documents are `{ a, b }` of a table with the index by_a_b.
 */
type Fields = { a?: number | string; b?: number };
export type Documents = Map<string, Fields & { _creationTime: number }>;

export const INDEX = "items.by_a_b";

/** One read: the first `take` rows, in an order, whose `a` (and `b`) are within bounds. */
export interface Scan {
  readonly a: number | string | undefined;
  readonly from: number | null;
  readonly to: number | null;
  readonly order: "asc" | "desc";
  readonly take: number;
}

const aValue = fc.constantFrom<number | string>(1, 2, "x", "long".repeat(600));
const bValue = fc.integer({ min: 0, max: 6 });

const anyFields: fc.Arbitrary<Fields> = fc.record({ a: aValue, b: bValue }, { requiredKeys: [] });

export const anyScan: fc.Arbitrary<Scan> = fc.record({
  a: fc.option(aValue, { nil: undefined }),
  from: fc.option(bValue),
  to: fc.option(bValue),
  order: fc.constantFrom("asc", "desc"),
  take: fc.constantFrom(0, 1, 2, 5, 1_000),
});

/** `a` undefined: every row, without bounds. `from` is inclusive, `to` exclusive. */
export function rangeOf({ a, from, to }: Scan): KeyRange {
  if (a === undefined) return { start: encodeKey([]), end: null };
  return {
    start: encodeKey(from === null ? [a] : [a, from]),
    end: to === null ? prefixEnd(encodeKey([a])) : encodeKey([a, to]),
  };
}

export function scanStore(tx: ReadTransaction, scan: Scan): string[] {
  const ids: string[] = [];
  if (scan.take === 0) return ids;
  for (const { id } of tx.scan(INDEX, rangeOf(scan), scan.order)) {
    ids.push(id);
    if (ids.length === scan.take) break;
  }
  return ids;
}

export function scanModel(documents: Documents, scan: Scan): string[] {
  const rows = [...documents].filter(([, fields]) => isInside(fields, scan));
  rows.sort(([idA, a], [idB, b]) => {
    const order =
      compareValues(a.a, b.a) ||
      compareValues(a.b, b.b) ||
      compareValues(a._creationTime, b._creationTime) ||
      compareValues(idA, idB);
    return scan.order === "asc" ? order : -order;
  });
  return rows.slice(0, scan.take).map(([id]) => id);
}

function isInside(fields: Fields, { a, from, to }: Scan): boolean {
  if (a === undefined) return true;
  if (fields.a !== a) return false;
  // A missing field sorts before every number.
  const atLeast = from === null || compareValues(fields.b, from) >= 0;
  return atLeast && (to === null || compareValues(fields.b, to) < 0);
}

/** One write; `which` picks one of the existing documents. */
export type Step =
  | { readonly kind: "insert"; readonly fields: Fields }
  | { readonly kind: "patch" | "replace"; readonly which: number; readonly fields: Fields }
  | { readonly kind: "remove"; readonly which: number };

const which = fc.nat(1_000);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), fields: anyFields }),
  fc.record({
    kind: fc.constantFrom("patch" as const, "replace" as const),
    which,
    fields: anyFields,
  }),
  fc.record({ kind: fc.constant("remove" as const), which }),
);

/** Performs `step` on both. */
export function takeStep(tx: WriteTransaction, documents: Documents, step: Step): void {
  if (step.kind === "insert") {
    const id = tx.insert("items", { ...step.fields });
    documents.set(id, { ...step.fields, _creationTime: creationTimeOf(tx, id) });
    return;
  }
  const ids = [...documents.keys()];
  const id = ids[step.which % ids.length];
  if (id === undefined) return;
  const { _creationTime, ...old } = documents.get(id)!;
  switch (step.kind) {
    case "patch":
      tx.patch(id, { ...step.fields });
      documents.set(id, { ...old, ...step.fields, _creationTime });
      return;
    case "replace":
      tx.replace(id, { ...step.fields });
      documents.set(id, { ...step.fields, _creationTime });
      return;
    case "remove":
      tx.remove(id);
      documents.delete(id);
  }
}

function creationTimeOf(tx: ReadTransaction, id: string): number {
  return (JSON.parse(tx.get(id)!.json) as { _creationTime: number })._creationTime;
}
