import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useTableFilters } from "./filterContext";
import { FilterPopover } from "./FilterPopover";
import { FilterWords } from "./FilterWords";

/** Shows each active filter as a chip. Clicking the chip opens its filter; its cross removes it. */
export function FilterChips() {
  const { filters, columns, setFilter, clearAll } = useTableFilters();
  const active = columns.flatMap((column) => {
    const filter = filters[column.id];
    return filter ? [{ column, filter }] : [];
  });
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
      {active.map(({ column, filter }) => (
        <li
          key={column.id}
          className="flex max-w-full items-center rounded-full border border-primary/30 bg-primary/5 text-xs"
        >
          <FilterPopover column={column}>
            <button
              type="button"
              className="flex min-w-0 items-center gap-1.5 rounded-l-full py-1 pl-3 pr-1 hover:text-primary coarse:py-3.5"
            >
              <span className="shrink-0 text-muted-foreground">{column.label}</span>
              <span className="truncate font-medium">
                <FilterWords column={column} filter={filter} />
              </span>
            </button>
          </FilterPopover>
          <button
            type="button"
            aria-label={`Remove the filter on ${column.label}`}
            onClick={() => setFilter(column.id, undefined)}
            className="grid size-6 shrink-0 place-items-center rounded-full text-muted-foreground hover:bg-primary/10 hover:text-foreground coarse:size-11"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="link" size="sm" className="h-7 px-2" onClick={clearAll}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
