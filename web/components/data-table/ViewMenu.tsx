import type { Table } from "@tanstack/react-table";
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

type ViewMenuProps<Row extends TableRow> = {
  table: Table<Row>;
  hidden: readonly string[];
  onHiddenChange: (ids: readonly string[]) => void;
};

/** Chooses the columns on show and the height of rows. Cards on a phone have neither. */
export function ViewMenu<Row extends TableRow>({
  table,
  hidden,
  onHiddenChange,
}: ViewMenuProps<Row>) {
  const density = useDensity();
  const columns = table.getAllLeafColumns().filter(({ columnDef }) => !columnDef.meta?.isFixed);
  // A menu closes when something is chosen; here people choose several.
  const stayOpen = (event: Event) => event.preventDefault();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="outline"
          size="icon"
          className="max-md:hidden"
          aria-label="Columns and rows"
        >
          <SlidersHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-[70dvh] w-56 overflow-y-auto">
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
            checked={!hidden.includes(id)}
            onSelect={stayOpen}
            onCheckedChange={(isShown) =>
              onHiddenChange(isShown ? hidden.filter((other) => other !== id) : [...hidden, id])
            }
          >
            {columnLabel(columnDef)}
          </DropdownMenuCheckboxItem>
        ))}
        {hidden.length > 0 && (
          <DropdownMenuItem onSelect={() => onHiddenChange([])}>Show all columns</DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
