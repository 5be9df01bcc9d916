import { ListFilter } from "lucide-react";
import { cn } from "@/lib/utils";
import { useRovingTabIndex } from "../header/rovingTabIndex";
import { useTableFilters } from "./filterContext";
import { FilterPopover } from "./FilterPopover";

/**
 * The filter button after a column's label; nothing if the column has no filter. Visible on hover
 * or focus and while the filter is active.
 */
export function HeaderFilter({ columnId }: { columnId: string }) {
  const { columns, filters } = useTableFilters();
  const stop = useRovingTabIndex(`${columnId} filter`);
  const column = columns.find(({ id }) => id === columnId);
  if (column === undefined) return null;
  const isActive = filters[columnId] !== undefined;
  return (
    <FilterPopover column={column}>
      <button
        {...stop}
        type="button"
        aria-label={isActive ? `Filter ${column.label}, active` : `Filter ${column.label}`}
        className={cn(
          "ml-0.5 grid h-6 w-5 shrink-0 place-items-center rounded hover:bg-accent hover:text-foreground data-[state=open]:bg-accent data-[state=open]:text-foreground",
          isActive
            ? "text-primary"
            : "text-muted-foreground opacity-0 focus-visible:opacity-100 group-hover/heading:opacity-100 data-[state=open]:opacity-100",
        )}
      >
        <ListFilter aria-hidden className="size-3.5" strokeWidth={isActive ? 3 : 2} />
      </button>
    </FilterPopover>
  );
}
