import { useCallback, useMemo } from "react";
import type { LiveTable } from "@/components/data-table/liveTable";
import type { TableState } from "@/components/data-table/tableState";
import { useLiveTable } from "@/components/data-table/useLiveTable";
import { useNameOf } from "@/hooks/usePeople";
import { useOpenSheet } from "@/hooks/useSheet";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import type { SampleRow as Sample } from "../../../../domain/compactRows";
import { listTitle } from "../../../../domain/fields";
import type { ListName } from "../../../../domain/lists";
import type { Actor } from "../../../../domain/workflow";
import { sampleColumns } from "./columns";
import { describeChange, describeLeft } from "./describeChange";
import { useKnownValues } from "./useKnownValues";
import { useSampleSource } from "./useSampleSource";
import { useStepKeys } from "./useStepKeys";

type SampleTableOptions = {
  list: ListName;
  actor: Actor;
  choice: ScopeChoice;
  address: readonly [TableState, (state: TableState) => void];
  /** The number of rows that the server counts; null: it does not. */
  counted: number | null;
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
}: SampleTableOptions): LiveTable<Sample> {
  const { email, role } = actor;
  const columns = useMemo(() => sampleColumns(list, { email, role }), [list, email, role]);
  const source = useSampleSource(list, actor, choice);
  const nameOf = useNameOf();
  const describe = useCallback(
    (before: Sample | undefined, after: Sample) => describeChange(before, after, email, nameOf),
    [email, nameOf],
  );
  const describeGone = useCallback((sample: Sample) => describeLeft(sample, email), [email]);
  const openSheet = useOpenSheet();
  return useLiveTable({
    ...{ name: list, owner: email, label: listTitle(list), noun: NOUN },
    ...{ columns, source, address, counted },
    labelOf: serialNumberOf,
    isSelectable: list !== "delete",
    describeChange: describe,
    describeLeft: describeGone,
    knownValues: useKnownValues(list, source.store),
    rowKeys: useStepKeys(list, actor),
    onOpenRow: useCallback(({ _id }: Sample) => openSheet(_id), [openSheet]),
  });
}
