import { useEffect, useState } from "react";
import type { LiveTable } from "@/components/data-table/liveTable";
import { useStoreState } from "@/components/data-table/useStoreState";
import type { RowStore, TableView } from "@/lib/tables/rowStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { STATUSES, type Status } from "#domain/custody/statuses";
import type { Condition } from "#domain/tables/tableFilters";
import type { GroupField } from "./reportSearch";

/** The samples with one value of the field: their number, in total and per status. */
export type Group = {
  readonly value: string;
  readonly total: number;
  readonly byStatus: Readonly<Partial<Record<Status, number>>>;
};

/**
 * The rows that match the table's filters, grouped by `field`, live; the largest group first. Null
 * until every row that the reader may see has loaded, so that no subtotal is partial.
 */
export function useGroups(table: LiveTable<SampleRow>, field: GroupField): readonly Group[] | null {
  const { store, view } = table;
  const { version, isComplete, isLoading } = useStoreState(store);
  const [groups, setGroups] = useState<readonly Group[] | null>(null);
  useEffect(() => {
    if (!isComplete && !isLoading) store.loadMore(Infinity);
  }, [store, isComplete, isLoading]);
  useEffect(() => {
    if (!isComplete) return;
    const asking = new AbortController();
    countGroups(store, view, field, asking.signal).then(
      (counted) => !asking.signal.aborted && setGroups(counted),
      (error: unknown) => {
        if (!asking.signal.aborted) throw error;
      },
    );
    return () => asking.abort();
  }, [store, view, field, version, isComplete]);
  return isComplete ? groups : null;
}

/** Counts the groups with one request per status, with the filters applied as the view's bounds. */
async function countGroups(
  store: RowStore<SampleRow>,
  { base, query, sort }: TableView,
  field: GroupField,
  signal: AbortSignal,
): Promise<Group[]> {
  const counts = await Promise.all(
    STATUSES.map(async (status) => {
      const inStatus: Condition = { kind: "select", field: "status", anyOf: [status] };
      const bounds = [...base, ...query.conditions, inStatus];
      const view = { base: bounds, query: { search: query.search, conditions: [] }, sort };
      const { values } = await store.ask({ kind: "valueCounts", view, field }, signal);
      return values.map(({ value, count }) => ({ value, status, count }));
    }),
  );
  const groups = new Map<string, { value: string; total: number; byStatus: Group["byStatus"] }>();
  for (const { value, status, count } of counts.flat()) {
    if (count === 0) continue;
    const { total, byStatus } = groups.get(value) ?? { total: 0, byStatus: {} };
    groups.set(value, { value, total: total + count, byStatus: { ...byStatus, [status]: count } });
  }
  return [...groups.values()].sort((one, other) => other.total - one.total);
}
