import { History } from "lucide-react";
import { useCallback, useMemo } from "react";
import { DataTable } from "@/components/data-table/DataTable";
import { FilterButton } from "@/components/data-table/filters/FilterButton";
import { tableQuery } from "@/components/data-table/filters/filterState";
import type { TableState } from "@/components/data-table/tableState";
import { useRecentChanges } from "@/components/data-table/useRecentChanges";
import { EmptyState } from "@/components/EmptyState";
import { FillHeight } from "@/components/FillHeight";
import { PageHeader } from "@/components/PageHeader";
import { useNameOf } from "@/hooks/usePeople";
import { useOpenSheet } from "@/hooks/useSheet";
import { cn } from "@/lib/utils";
import { PERSON_FILTER } from "../../../domain/historyTable";
import type { Role } from "../../../domain/workflow";
import { historyColumns, type HistoryRecord } from "./columns";
import { describeInFull } from "./describeRecord";
import { HistoryCard } from "./HistoryCard";
import { OrderSwitch } from "./OrderSwitch";
import { newestFirst, useHistory } from "./useHistory";
import { useKnownValues } from "./useKnownValues";
import { usePeopleFinder } from "./usePeopleFinder";

type HistoryScreenProps = {
  role: Role;
  state: TableState;
  onStateChange: (state: TableState) => void;
};

/**
 * Lists every step of the samples that the viewer answers for, newest first, live (docs/product.md,
 * "History").
 */
export function HistoryScreen({ role, state, onStateChange }: HistoryScreenProps) {
  const query = useMemo(() => tableQuery(state, historyColumns), [state]);
  const { rows, isLoaded, isDone, loadMore, looked, live } = useHistory(role, query);
  // Records that a search brings existed before: only those that arrive while it stands are new.
  const source = looked === undefined ? role : `${role} ${JSON.stringify(query)}`;
  const nameOf = useNameOf();
  // Records never change. A record that arrives is announced by its sentence.
  const describe = useCallback(
    (before: HistoryRecord | undefined, after: HistoryRecord) =>
      before === undefined ? describeInFull(after, nameOf) : null,
    [nameOf],
  );
  const changes = useRecentChanges(live, source, newestFirst, describe);
  const knownValues = useKnownValues(isDone);
  const finder = usePeopleFinder();
  const openSheet = useOpenSheet();
  return (
    <FillHeight>
      <PageHeader title="History Sample" />
      <DataTable
        label="History Sample"
        noun={{ one: "record", many: "records" }}
        columns={historyColumns}
        rows={rows}
        isLoading={!isLoaded}
        hasMore={!isDone}
        onLoadMore={loadMore}
        looked={looked}
        view={role}
        state={state}
        onStateChange={onStateChange}
        knownValues={knownValues}
        finder={finder}
        changes={changes}
        onOpen={({ sampleId }) => openSheet(sampleId)}
        renderCard={(record) => <HistoryCard record={record} />}
        toolbar={
          <div className={cn("flex items-center gap-2", role !== "supervisor" && "max-md:hidden")}>
            <FilterButton columnId={PERSON_FILTER.id} />
            {role === "supervisor" && (
              <OrderSwitch
                sort={state.sort}
                onChange={(sort) => onStateChange({ ...state, sort })}
              />
            )}
          </div>
        }
        empty={
          <EmptyState icon={History} title="No history yet">
            Registrations and hand-overs of your samples are written down here.
          </EmptyState>
        }
      />
    </FillHeight>
  );
}
