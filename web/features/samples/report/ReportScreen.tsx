import { Link } from "@tanstack/react-router";
import { CalendarClock, Download, Sheet, Layers } from "lucide-react";
import { useState } from "react";
import { withFilter } from "@/components/data-table/filters/filterState";
import { EmptyState } from "@/components/pages/EmptyState";
import { ExportButtons } from "@/components/export/ExportButtons";
import { FillHeight } from "@/components/pages/FillHeight";
import { PageHeader } from "@/components/pages/PageHeader";
import { StockTakeButton } from "@/components/stockTakes/StockTakeButton";
import { Button } from "@/components/ui/button";
import { ViewsMenu } from "@/components/views/ViewsMenu";
import { useIsPhone } from "@/hooks/useMediaQuery";
import { rowsOfView } from "@/lib/export/rowsOfView";
import { EXPORT_REPORT_COLUMNS, LIST_COLUMNS, REPORT_TITLES } from "#domain/samples/fields";
import type { Actor } from "#domain/custody/workflow";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { SampleTable } from "../list/SampleTable";
import { useSampleTable } from "../list/useSampleTable";
import { useScanToRow } from "../list/useScanToRow";
import { useScope } from "../list/useScope";
import { GroupTable, type Figure } from "./GroupTable";
import { GROUP_FIELDS, GROUP_LABELS, type GroupField, type ReportState } from "./reportSearch";
import { ScheduleDialog, type ScheduleDialogProps } from "./ScheduleDialog";

/** How the documents begin the title of the report. */
const PRODUCT = "Sample Management System - ";

type ReportScreenProps = {
  /** `export`: without the city, with the button 'Export Excel'. */
  kind: "report" | "export";
  actor: Actor;
  state: ReportState;
  onStateChange: (state: ReportState) => void;
};

/** All samples in any status: filtered, grouped, and exported to a file. */
export function ReportScreen({ kind, actor, state, onStateChange }: ReportScreenProps) {
  const list = "report";
  const { choice, counted, tabs } = useScope({ list, role: actor.role, state, onStateChange });
  const { scope, group } = state;
  const { table, source } = useSampleTable({
    list,
    actor,
    choice,
    counted,
    columns: kind === "export" ? EXPORT_REPORT_COLUMNS : LIST_COLUMNS.report,
    label: REPORT_TITLES[kind],
    address: [state, (next) => onStateChange({ ...next, scope, group })],
  });
  useScanToRow({
    list,
    role: actor.role,
    state,
    table,
    onStateChange: (next) => onStateChange({ ...next, group }),
  });
  // On a phone, four buttons would leave no room for the words of the search.
  const isGroupedAbove = useIsPhone() && kind === "report";
  const groupMenu = (
    <GroupMenu field={group} onChange={(field) => onStateChange({ ...state, group: field })} />
  );
  const empty = (
    <EmptyState icon={Sheet} title="No samples here yet">
      Every sample you can see appears here, in any status.
    </EmptyState>
  );
  return (
    <FillHeight>
      <PageHeader
        title={REPORT_TITLES[kind]}
        {...(kind === "report" && { lead: PRODUCT })}
        actions={
          kind === "export" ? (
            <>
              <ScheduleButton
                query={table.view.query}
                state={state}
                // A report has no waiting requests.
                choice={choice === "addressed" || choice === "overdue" ? "everything" : choice}
              />
              <ExportButtons
                name="samples"
                fileName="samples"
                total={table.shown.isExact ? table.shown.total : null}
                rowsOf={(signal) => rowsOfView(source, table.view, signal)}
              />
            </>
          ) : (
            <>
              {choice !== "addressed" && choice !== "overdue" && (
                <StockTakeButton choice={choice} query={table.view.query} state={state} />
              )}
              {/* On a phone the tab above the title, which fits next to one button, leads there. */}
              <Button asChild variant="outline" className="max-sm:hidden">
                <Link to="/private/exportreportfs" search={state}>
                  <Download aria-hidden />
                  Export
                </Link>
              </Button>
            </>
          )
        }
      />
      <SampleTable
        table={table}
        list={list}
        actor={actor}
        tabs={
          isGroupedAbove ? (
            <div className="flex w-full items-center justify-between gap-2">
              {tabs}
              {groupMenu}
            </div>
          ) : (
            tabs
          )
        }
        tools={
          <>
            {!isGroupedAbove && groupMenu}
            {kind === "report" && <ViewsMenu table={list} search={state} role={actor.role} />}
          </>
        }
        summary={
          group && (
            <GroupTable
              table={table}
              field={group}
              empty={empty}
              onOpen={(figure) =>
                onStateChange({ ...filtersOf(figure, state, group), scope, group: undefined })
              }
            />
          )
        }
        empty={empty}
      />
    </FillHeight>
  );
}

/** Returns the state whose filters leave exactly the rows that the figure counts. */
function filtersOf({ value, status }: Figure, state: ReportState, field: GroupField) {
  const inGroup =
    value === undefined ? state : withFilter(state, field, { kind: "select", anyOf: [value] });
  return status === undefined
    ? inGroup
    : withFilter(inGroup, "status", { kind: "select", anyOf: [status] });
}

function ScheduleButton(report: Omit<ScheduleDialogProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" className="max-sm:px-3" onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden className="max-[379px]:hidden" />
        Send by mail
      </Button>
      {isOpen && <ScheduleDialog {...report} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Value of the menu item that ends the grouping. */
const NONE = "none";

type GroupMenuProps = {
  field: GroupField | undefined;
  onChange: (field: GroupField | undefined) => void;
};

/** Chooses the field by which a report is grouped. */
function GroupMenu({ field, onChange }: GroupMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" aria-label="Group by" title="Group by" className="max-sm:px-3">
          <Layers aria-hidden />
          <span className="max-sm:sr-only">{field ? `By ${GROUP_LABELS[field]}` : "Group"}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          value={field ?? NONE}
          onValueChange={(value) => onChange(GROUP_FIELDS.find((each) => each === value))}
        >
          <DropdownMenuRadioItem value={NONE}>No groups</DropdownMenuRadioItem>
          {GROUP_FIELDS.map((each) => (
            <DropdownMenuRadioItem key={each} value={each}>
              {GROUP_LABELS[each]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
