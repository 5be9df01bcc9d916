import type { ReactNode } from "react";
import { DataTable } from "@/components/data-table/DataTable";
import { FilterChips } from "@/components/data-table/filters/FilterChips";
import type { LiveTable } from "@/components/data-table/liveTable";
import { TableBody } from "@/components/data-table/TableBody";
import { TableFooter } from "@/components/data-table/TableFooter";
import { TableToolbar } from "@/components/data-table/TableToolbar";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import type { ListName } from "#domain/samples/lists";
import type { Actor } from "#domain/custody/workflow";
import { SampleCard } from "./SampleCard";
import { SampleMenu } from "./SampleMenu";
import { SelectionBar } from "./SelectionBar";
import { useSampleDialogs } from "./useSampleDialogs";

type SampleTableProps = {
  table: LiveTable<Sample>;
  list: ListName;
  actor: Actor;
  /** Tabs that choose a part of the list. */
  tabs: ReactNode;
  /** To the right of the filter. */
  tools?: ReactNode;
  /** Replaces the rows if the list has none. */
  empty: ReactNode;
  /** Replaces the rows by a summary of them. */
  summary?: ReactNode;
};

/**
 * The table of a list of samples, with its toolbar, each row's menu and the bar of the selection.
 */
export function SampleTable({
  table,
  list,
  actor,
  tabs,
  tools,
  empty,
  summary = null,
}: SampleTableProps) {
  const dialogs = useSampleDialogs(actor);
  return (
    <>
      <DataTable
        table={table}
        rowMenu={(sample) => (
          <SampleMenu
            sample={sample}
            actor={actor}
            onReversal={(step) => dialogs.open(sample, step)}
            onDelete={() => dialogs.open(sample, "delete")}
          />
        )}
      >
        <TableToolbar table={table} tabs={tabs}>
          {tools}
        </TableToolbar>
        <FilterChips />
        {summary ?? (
          <TableBody
            table={table}
            renderCard={(sample) => <SampleCard list={list} sample={sample} actor={actor} />}
            empty={empty}
          />
        )}
        <SelectionBar table={table} actor={actor} />
        <TableFooter table={table} />
      </DataTable>
      {dialogs.dialog}
    </>
  );
}
