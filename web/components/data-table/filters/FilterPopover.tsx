import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useTableFilters, type FilterColumn } from "./filterContext";
import { FilterControl } from "./FilterControl";

/** One column's filter in a popover, with `children` as its trigger: for headings and chips. */
export function FilterPopover({ column, children }: { column: FilterColumn; children: ReactNode }) {
  const { filters, setFilter } = useTableFilters();
  return (
    <Popover>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent
        aria-label={`Filter ${column.label}`}
        className="flex w-80 flex-col gap-3 p-3"
      >
        <div className="flex min-h-6 items-center justify-between gap-2">
          <p className="text-xs font-medium text-muted-foreground">{column.label}</p>
          {filters[column.id] !== undefined && (
            <Button
              variant="link"
              size="sm"
              className="h-6 px-0"
              onClick={() => setFilter(column.id, undefined)}
            >
              Clear
            </Button>
          )}
        </div>
        <FilterControl column={column} />
      </PopoverContent>
    </Popover>
  );
}
