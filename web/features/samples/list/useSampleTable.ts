import { useCallback, useMemo } from "react";
import type { RowAnnouncement } from "@/components/data-table/changesContext";
import type { LiveTable, TableSource } from "@/components/data-table/liveTable";
import type { TableState } from "@/components/data-table/tableState";
import { useLiveTable } from "@/components/data-table/useLiveTable";
import { useStoreState } from "@/components/data-table/useStoreState";
import { useNameOf } from "@/hooks/data/usePeople";
import { usePickListValues } from "@/hooks/data/usePickListValues";
import { useSameActor } from "@/hooks/data/useViewer";
import { useOpenSheet } from "@/hooks/useSheet";
import type { RowStore } from "@/lib/tables/rowStore";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import type { SampleRow, SampleRow as Sample } from "#domain/samples/compactRows";
import { LIST_COLUMNS, listTitle, type Column } from "#domain/samples/fields";
import { LISTS, type ListName } from "#domain/samples/lists";
import type { Actor } from "#domain/custody/workflow";
import { sampleColumns } from "./columns";
import { describeChange, describeLeft } from "./describeChange";
import { useSampleSource } from "./useSampleSource";
import { useStepKeys } from "./useStepKeys";

type SampleTableOptions = {
  list: ListName;
  actor: Actor;
  choice: ScopeChoice;
  address: readonly [TableState, (state: TableState) => void];
  /** Number of rows that the server counts; null if it does not count them. */
  counted: number | null;
  /** The sample that a form has just saved. */
  announced?: RowAnnouncement | undefined;
  /** Undefined: the list's columns. */
  columns?: readonly Column[];
  /** Undefined: the list's label. */
  label?: string;
};

/** A table of samples and the source of its rows. */
type SampleTableModel = {
  readonly table: LiveTable<Sample>;
  readonly source: TableSource<Sample>;
};

const NOUN = { one: "sample", many: "samples" };
const serialNumberOf = ({ serialNumber }: Sample) => serialNumber;

/** A list of samples as a table. */
export function useSampleTable({
  list,
  actor,
  choice,
  address,
  counted,
  announced,
  columns: shown = LIST_COLUMNS[list],
  label = listTitle(list),
}: SampleTableOptions): SampleTableModel {
  const { email } = actor;
  const same = useSameActor(actor);
  const columns = useMemo(() => sampleColumns(list, shown, same), [list, shown, same]);
  const source = useSampleSource(list, actor, choice);
  const nameOf = useNameOf();
  const describe = useCallback(
    (before: Sample | undefined, after: Sample) => describeChange(before, after, email, nameOf),
    [email, nameOf],
  );
  const describeGone = useCallback((sample: Sample) => describeLeft(sample, email), [email]);
  const openSheet = useOpenSheet();
  const table = useLiveTable({
    name: list,
    owner: email,
    label,
    noun: NOUN,
    columns,
    source,
    address,
    counted,
    labelOf: serialNumberOf,
    isSelectable: list !== "delete",
    describeChange: describe,
    describeLeft: describeGone,
    announced,
    knownValues: useKnownValues(list, source.store),
    rowKeys: useStepKeys(list, actor),
    onOpenRow: useCallback(({ _id }: Sample) => openSheet(_id), [openSheet]),
  });
  return { table, source };
}

/**
 * Values that select filters of `list` offer before all rows have loaded: its statuses and the pick
 * lists. After that, the filters use the values of the rows.
 */
function useKnownValues(list: ListName, store: RowStore<SampleRow>) {
  const { isComplete } = useStoreState(store);
  const pickListOf = usePickListValues(!isComplete);
  return useCallback(
    (columnId: string): readonly string[] =>
      columnId === "status" ? LISTS[list].statuses : pickListOf(columnId),
    [list, pickListOf],
  );
}
