import { useConvex } from "convex/react";
import { History } from "lucide-react";
import { useCallback, useMemo } from "react";
import { DataTable } from "@/components/data-table/DataTable";
import { FilterButton } from "@/components/data-table/filters/FilterButton";
import { FilterChips } from "@/components/data-table/filters/FilterChips";
import { TableBody } from "@/components/data-table/TableBody";
import { TableFooter } from "@/components/data-table/TableFooter";
import type { TableState } from "@/components/data-table/tableState";
import { TableToolbar } from "@/components/data-table/TableToolbar";
import { useLiveTable } from "@/components/data-table/useLiveTable";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { EmptyState } from "@/components/pages/EmptyState";
import { ExportButtons } from "@/components/export/ExportButtons";
import { FillHeight } from "@/components/pages/FillHeight";
import { PageHeader } from "@/components/pages/PageHeader";
import { ViewsMenu } from "@/components/views/ViewsMenu";
import { useNameOf } from "@/hooks/data/usePeople";
import { useOpenSheet } from "@/hooks/useSheet";
import { rowsOfServer, tellUnsorted } from "@/lib/export/rowsOfServer";
import { PERSON_FILTER } from "#domain/samples/historyTable";
import type { Actor } from "#domain/custody/workflow";
import { FirstOfDayContext, firstOfDays } from "./days";
import { historyColumns } from "./columns";
import {
  useHistorySource,
  useKnownValues,
  usePeopleFinder,
  type HistoryRecord,
} from "./useHistorySource";
import { describeInFull } from "./describeRecord";
import { historyOrders } from "./historyOrders";
import { HistoryCard } from "./HistoryCard";

type HistoryScreenProps = {
  viewer: Actor;
  state: TableState;
  onStateChange: (state: TableState) => void;
};

const NOUN = { one: "record", many: "records" };
const labelOf = ({ serialNumber }: HistoryRecord) => serialNumber;

/**
 * Lists every step on samples in the viewer's responsibility, newest first, live (docs/product.md,
 * "History").
 */
export function HistoryScreen({ viewer, state, onStateChange }: HistoryScreenProps) {
  const { email, role } = viewer;
  const client = useConvex();
  const orders = useMemo(() => historyOrders(role), [role]);
  const nameOf = useNameOf();
  // Records never change; an arriving record is announced with its sentence.
  const describe = useCallback(
    (before: HistoryRecord | undefined, after: HistoryRecord) =>
      before === undefined ? describeInFull(after, nameOf) : null,
    [nameOf],
  );
  const openSheet = useOpenSheet();
  const table = useLiveTable({
    name: "history",
    owner: email,
    label: "History Sample",
    noun: NOUN,
    labelOf,
    columns: historyColumns,
    source: useHistorySource(role, orders),
    address: [state, onStateChange],
    describeChange: describe,
    knownValues: useKnownValues(),
    finder: usePeopleFinder(),
    onOpenRow: useCallback(({ sampleId }: HistoryRecord) => openSheet(sampleId), [openSheet]),
  });
  const { rows } = table.shown;
  const isByTime = state.sort === undefined;
  const firstOfDay = useMemo(
    () => (isByTime ? firstOfDays(rows.map(({ row }) => row)) : null),
    [rows, isByTime],
  );
  return (
    <FillHeight>
      <PageHeader
        title="History Sample"
        actions={
          <ExportButtons
            name="history"
            fileName="history"
            total={null}
            rowsOf={(signal) =>
              rowsOfServer({ client, orders, view: table.view, signal, onUnsorted: tellUnsorted })
            }
          />
        }
      />
      <DataTable table={table}>
        <TableToolbar
          table={table}
          tabs={
            role === "supervisor" && (
              <OrderSwitch
                sort={state.sort}
                onChange={(sort) => onStateChange({ ...state, sort })}
              />
            )
          }
        >
          <FilterButton columnId={PERSON_FILTER.id} />
          <ViewsMenu table="history" search={state} role={role} />
        </TableToolbar>
        <FilterChips />
        <FirstOfDayContext value={firstOfDay}>
          <TableBody
            table={table}
            renderCard={(record) => <HistoryCard record={record} />}
            empty={
              <EmptyState icon={History} title="No history yet">
                Registrations and hand-overs of your samples will appear here.
              </EmptyState>
            }
          />
        </FirstOfDayContext>
        <TableFooter table={table} />
      </DataTable>
    </FillHeight>
  );
}

/** The values of `sort` in the URL, with their labels. */
const ORDERS = [
  { value: undefined, label: "Newest first" },
  { value: "country", label: "By country" },
] as const;

type OrderSwitchProps = {
  sort: string | undefined;
  onChange: (sort: string | undefined) => void;
};

/**
 * Lets supervisors group their team's records by country, newest first within each
 * (docs/product.md, "History").
 */
function OrderSwitch({ sort, onChange }: OrderSwitchProps) {
  return <SegmentedControl label="Order" options={ORDERS} current={sort} onChange={onChange} />;
}
