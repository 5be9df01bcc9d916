import { flexRender, type Header } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/lib/utils";
import type { TableRow } from "./columns";
import { HeaderFilter } from "./filters/HeaderFilter";
import { stickyEdge, stickyStyle } from "./sticky";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

/** A column's heading; a click sorts up, down, and back to the list's own order. */
export function HeaderCell<Row extends TableRow>({ header }: { header: Header<Row, unknown> }) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const heading = flexRender(column.columnDef.header, header.getContext());
  const stick = column.columnDef.meta?.stick;
  return (
    <th
      scope="col"
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
      style={stickyStyle(stick)}
      className={cn(
        "sticky top-0 h-9 border-b bg-muted px-2.5 text-left first:pl-4 text-xs font-medium text-muted-foreground",
        stick ? "z-20" : "z-10",
        stickyEdge(stick),
      )}
    >
      <span className="flex items-center justify-between gap-0.5">
        {column.getCanSort() ? (
          <button
            type="button"
            onClick={column.getToggleSortingHandler()}
            className="-mx-1.5 flex min-w-0 items-center gap-1 rounded px-1.5 py-1 hover:text-foreground"
          >
            <span className="truncate">{heading}</span>
            {sorted === "asc" && <ArrowUp aria-hidden className="size-3.5 shrink-0 text-primary" />}
            {sorted === "desc" && (
              <ArrowDown aria-hidden className="size-3.5 shrink-0 text-primary" />
            )}
          </button>
        ) : (
          heading
        )}
        <HeaderFilter columnId={column.id} />
      </span>
    </th>
  );
}
