import { ListFilter } from "lucide-react";
import { cn } from "@/lib/utils";
import { useTableFilters } from "./filterContext";
import { FilterPopover } from "./FilterPopover";

/** The filter of a column, in its heading; nothing for a column that has none. */
export function HeaderFilter({ columnId }: { columnId: string }) {
  const { columns, filters } = useTableFilters();
  const column = columns.find(({ id }) => id === columnId);
  if (column === undefined) return null;
  const isActive = filters[columnId] !== undefined;
  return (
    <FilterPopover column={column}>
      <button
        type="button"
        aria-label={isActive ? `Filter ${column.label}, active` : `Filter ${column.label}`}
        className={cn(
          "grid size-6 shrink-0 place-items-center rounded hover:bg-accent hover:text-foreground data-[state=open]:bg-accent data-[state=open]:text-foreground",
          isActive ? "text-primary" : "text-muted-foreground/70",
        )}
      >
        <ListFilter aria-hidden className="size-3.5" strokeWidth={isActive ? 3 : 2} />
      </button>
    </FilterPopover>
  );
}
