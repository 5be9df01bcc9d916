import { SlidersHorizontal } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { columnLabel, type TableRow } from "./columns";
import { setDensity, useDensity, type Density } from "./preferences";
import type { Grid } from "./useGrid";

/** Chooses the visible columns and the row height; hidden on a phone, whose cards have neither. */
export function ViewMenu<Row extends TableRow>({ grid }: { grid: Grid<Row> }) {
  const density = useDensity();
  const columns = grid.table
    .getAllLeafColumns()
    .filter(({ columnDef }) => !columnDef.meta?.isFixed);
  const shown = columns.filter((column) => column.getIsVisible()).map(({ id }) => id);
  // Menus close on selection; this one stays open, because people select several columns.
  const stayOpen = (event: Event) => event.preventDefault();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="max-md:hidden">
          <SlidersHorizontal aria-hidden />
          View
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-[70dvh] w-64 overflow-y-auto">
        <DropdownMenuLabel>Rows</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={density}
          onValueChange={(value) => setDensity(value as Density)}
        >
          <DropdownMenuRadioItem value="comfortable">Comfortable</DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="compact">Compact</DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Columns</DropdownMenuLabel>
        {columns.map(({ id, columnDef }) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={shown.includes(id)}
            onSelect={stayOpen}
            onCheckedChange={(isShown) =>
              grid.setShown(isShown ? [...shown, id] : shown.filter((other) => other !== id))
            }
          >
            <span className="flex-1">{columnLabel(columnDef)}</span>
          </DropdownMenuCheckboxItem>
        ))}
        {grid.isChosen && (
          <DropdownMenuItem onSelect={() => grid.setShown(null)}>Reset columns</DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
