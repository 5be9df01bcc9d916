import { useEffect, useMemo } from "react";
import type { Columns } from "@/components/data-table/columns";
import { tableQuery } from "@/components/data-table/filters/filterState";
import { useFilterTools } from "@/components/data-table/filters/useFilterTools";
import { useStoreState } from "@/components/data-table/useStoreState";
import { useTypedState } from "@/components/data-table/useTypedState";
import { useSamples } from "@/hooks/data/useSamples";
import type { TableView } from "@/lib/tables/rowStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { LIST_COLUMNS } from "#domain/samples/fields";
import type { Actor } from "#domain/custody/workflow";
import type { MapState } from "./mapSearch";

/** The map has the report's filters, so that filters can be passed from one to the other. */
const COLUMNS: Columns<SampleRow> = LIST_COLUMNS.report.map(({ field, label, kind, filter }) => ({
  id: field,
  header: label,
  meta: { filter, isPerson: kind === "person" },
}));

/**
 * The samples that `actor` may see, in any status, filtered by the URL. All of them are loaded,
 * because a map of only some would be misleading.
 */
export function useMapSamples(
  actor: Actor,
  address: MapState,
  onStateChange: (state: MapState) => void,
) {
  const { store, base } = useSamples("report", actor, "everything");
  const loaded = useStoreState(store);
  const { isLoading, isComplete, error } = loaded;
  useEffect(() => {
    if (!isLoading && !isComplete && error === null) store.loadMore(Infinity);
  }, [store, isLoading, isComplete, error]);

  const { q, filter } = address;
  const table = useTypedState([
    useMemo(() => ({ q, filter }), [q, filter]),
    (next) => onStateChange({ ...address, q: next.q, filter: next.filter }),
  ]);
  // Indexing a view's marks takes about 200 ms, so it waits for a pause in typing.
  const view = useMemo((): TableView => {
    return { base, query: tableQuery({ q, filter }, COLUMNS), sort: null };
  }, [base, q, filter]);
  const filters = useFilterTools<SampleRow>({
    columns: COLUMNS,
    store,
    loaded,
    view,
    ...table,
    knownValues: undefined,
    finder: undefined,
    total: loaded.loaded,
  });
  return { store, loaded, view, filters, table };
}
