import { ChevronLeft, ChevronRight, ListFilter } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "@/components/ui/sheet";
import { useIsPhone } from "@/hooks/useMediaQuery";
import { cn } from "@/lib/utils";
import { fold } from "#domain/common/fold";
import { useWaitingKey } from "../keys/keyContexts";
import { useTableFilters, type FilterColumn } from "./filterContext";
import { FilterControl } from "./FilterControl";
import { FilterWords } from "./FilterWords";

type FilterMenuProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** All filters in one menu: for phones, which show no headings, and for the `f` key. */
export function FilterMenu({ isOpen, onOpenChange }: FilterMenuProps) {
  const isPhone = useIsPhone();
  const { filters } = useTableFilters();
  const count = Object.keys(filters).length;
  const isWaiting = useWaitingKey(null) !== undefined;
  const trigger = (
    <Button
      variant="outline"
      aria-keyshortcuts="f"
      aria-label={count === 0 ? "Filter" : `Filter, ${count} active`}
      className={cn(
        "max-sm:size-10 max-sm:px-0 coarse:max-sm:size-11",
        isWaiting && "bg-accent text-accent-foreground",
      )}
    >
      <ListFilter aria-hidden />
      <span className="max-sm:sr-only">Filter</span>
      {count > 0 && (
        <Badge variant="default" className="px-1.5 max-sm:absolute max-sm:-right-1 max-sm:-top-1">
          {count}
        </Badge>
      )}
    </Button>
  );
  return isPhone ? (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent side="bottom" aria-describedby={undefined}>
        <SheetTitle>Filter</SheetTitle>
        {/* A focused field would open the keyboard over the list. */}
        <FilterList isTyping={false} />
      </SheetContent>
    </Sheet>
  ) : (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label="Filter" className="w-80 p-2">
        <FilterList isTyping />
      </PopoverContent>
    </Popover>
  );
}

/**
 * Lists the columns with their active filters; typing narrows the list down, and Enter chooses its
 * first entry. The selected column's control replaces the list.
 */
function FilterList({ isTyping }: { isTyping: boolean }) {
  const { filters, columns } = useTableFilters();
  const [opened, setOpened] = useState<FilterColumn | null>(null);
  const [typed, setTyped] = useState("");
  const listRef = useRef<HTMLUListElement>(null);
  if (opened !== null) {
    return (
      <div className="flex flex-col gap-3 p-1 max-md:-mt-3 max-md:gap-2 max-md:p-0">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-1 self-start px-2"
          onClick={() => setOpened(null)}
        >
          <ChevronLeft aria-hidden />
          {opened.label}
        </Button>
        <FilterControl column={opened} />
      </div>
    );
  }
  const wanted = fold(typed.trim());
  const matching = columns.filter(({ label }) => fold(label).includes(wanted));
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <Input
        aria-label="Find a filter"
        placeholder="Filter by…"
        autoComplete="off"
        spellCheck={false}
        autoFocus={isTyping}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const [first] = matching;
          if (event.key === "Enter" && first !== undefined) setOpened(first);
          else if (event.key === "ArrowDown") listRef.current?.querySelector("button")?.focus();
          else return;
          event.preventDefault();
        }}
      />
      <ul
        ref={listRef}
        onKeyDown={moveFocus}
        className="max-h-[60dvh] overflow-y-auto overscroll-contain"
      >
        {matching.map((column, index) => {
          const filter = filters[column.id];
          return (
            <li key={column.id}>
              <button
                type="button"
                onClick={() => setOpened(column)}
                className={cn(
                  "flex min-h-9 w-full items-center gap-3 rounded-md px-2 text-left text-sm hover:bg-accent focus-visible:bg-accent focus-visible:ring-inset focus-visible:ring-offset-0 max-sm:min-h-11",
                  // Enter in the field chooses it.
                  isTyping && wanted !== "" && index === 0 && "bg-accent",
                )}
              >
                <span className="shrink-0">{column.label}</span>
                <span className="min-w-0 flex-1 truncate text-right text-xs text-primary">
                  {filter && <FilterWords column={column} filter={filter} />}
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              </button>
            </li>
          );
        })}
      </ul>
      <p role="status" className="px-2 pb-1 text-xs text-muted-foreground empty:hidden">
        {matching.length === 0 && `No filter is called “${typed.trim()}”.`}
      </p>
    </div>
  );
}

/** Arrow keys move through the columns, as in a menu. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
