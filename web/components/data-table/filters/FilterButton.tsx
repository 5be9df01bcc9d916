import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useTableFilters } from "./filterContext";
import { FilterPopover } from "./FilterPopover";

/**
 * One filter as a toolbar button, for layouts with headings; on a phone the filter is in the menu.
 */
export function FilterButton({ columnId }: { columnId: string }) {
  const { columns } = useTableFilters();
  const column = columns.find(({ id }) => id === columnId);
  if (column === undefined) return null;
  return (
    <FilterPopover column={column}>
      <Button variant="outline" className="max-md:hidden">
        {column.label}
        <ChevronDown aria-hidden className="text-muted-foreground" />
      </Button>
    </FilterPopover>
  );
}
