import type { ReactNode } from "react";
import { ListChecks, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useIsPhone } from "@/hooks/useMediaQuery";
import type { TableRow } from "./columns";
import { FilterMenu } from "./filters/FilterMenu";
import { useTableFocus } from "./keys/keyContexts";
import type { LiveTable } from "./liveTable";
import { SearchBox } from "./search/SearchBox";
import { ViewMenu } from "./ViewMenu";
import { useCardSelection } from "./selection/useCardSelection";

type TableToolbarProps<Row extends TableRow> = {
  table: LiveTable<Row>;
  /** At the opposite end: tabs that select a part of the list. */
  tabs?: ReactNode;
  /** After the filter: further filters, or a menu of views. */
  children?: ReactNode;
};

/** Search, filter and view menu, in one line. */
export function TableToolbar<Row extends TableRow>({
  table,
  tabs,
  children,
}: TableToolbarProps<Row>) {
  const { grid, cursor } = table;
  const { searchRef, isFiltering, setIsFiltering } = useTableFocus();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {tabs}
      <div className="ml-auto flex w-full flex-wrap items-center gap-1.5 sm:w-auto sm:min-w-0 sm:grow sm:justify-end sm:gap-2 sm:flex-nowrap">
        <SearchBox table={table} inputRef={searchRef} onDown={() => cursor.moveTo(0)} />
        <FilterMenu isOpen={isFiltering} onOpenChange={setIsFiltering} />
        {children}
        <SelectButton />
        <ViewMenu grid={grid} />
      </div>
    </div>
  );
}

/** Toggles the selection mode of a phone's cards. A long press on a card also starts it. */
function SelectButton() {
  const selection = useCardSelection();
  if (!useIsPhone() || selection === null) return null;
  const { isSelecting, setSelecting } = selection;
  return (
    <Button
      variant="outline"
      aria-label={isSelecting ? "Stop selecting" : "Select"}
      className="size-10 px-0 coarse:size-11"
      onClick={() => setSelecting(!isSelecting)}
    >
      {isSelecting ? <X aria-hidden /> : <ListChecks aria-hidden />}
    </Button>
  );
}
