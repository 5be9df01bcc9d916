import { useMemo } from "react";
import type { TableSource } from "@/components/data-table/liveTable";
import { useSamples } from "@/hooks/data/useSamples";
import type { TableView } from "@/lib/tables/rowStore";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { isByRegistration, type ListName } from "#domain/samples/lists";
import { listSort } from "#domain/samples/listViews";
import { fieldColumn, rowMatcher } from "#domain/tables/tableFilters";
import type { Actor } from "#domain/custody/workflow";

/** The date column by which a list is sorted, whose heading shows the order. */
const ORDERED_BY: Partial<Record<ListName, string>> = {
  open: "registereddate",
  transfer: "inTransitDate",
  return: "inReturnDate",
  lost: "reqOSDate",
  report: "registereddate",
};

/** The order of lists that are not about a hand-over: newest registration first. */
const NEWEST = { field: "registereddate", isDescending: true } as const;

/** The rows of `list` in `choice`, for `useLiveTable`. */
export function useSampleSource(
  list: ListName,
  actor: Actor,
  choice: ScopeChoice,
): TableSource<SampleRow> {
  const samples = useSamples(list, actor, choice);
  return useMemo(() => {
    const orderedBy = ORDERED_BY[list];
    return {
      ...samples,
      testOf,
      order: isByRegistration(list) ? NEWEST : listSort(list),
      ...(orderedBy === undefined ? {} : { orderedBy }),
    };
  }, [samples, list]);
}

const matcher = rowMatcher<SampleRow>(
  SAMPLE_COLUMNS.map((column) => {
    const read = fieldColumn({ field: column.field, kind: column.form });
    return column.isSearched === false ? { ...read, text: () => "" } : read;
  }),
);

const testOf = ({ base, query }: TableView) =>
  matcher({ search: query.search, conditions: [...base, ...query.conditions] });
