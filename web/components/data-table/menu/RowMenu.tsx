import { useMemo, useState, type MouseEvent, type ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";
import { RowMenuContext } from "./RowMenuButton";

type Opened = { readonly rowId: string; readonly x: number; readonly y: number };

type RowMenuProps<Row extends TableRow> = {
  table: LiveTable<Row>;
  items: ((row: Row) => ReactNode) | undefined;
  children: ReactNode;
};

/**
 * The row menu, one for the whole table: at the pointer after a right click, otherwise under its
 * button.
 */
export function RowMenu<Row extends TableRow>({ table, items, children }: RowMenuProps<Row>) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const tools = useMemo(
    () => (items === undefined ? null : { open: (next: Opened) => setOpened(next) }),
    [items],
  );
  if (items === undefined) return children;
  const row = table.shown.rows.find((shown) => shown.row._id === opened?.rowId);
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const rowId = target?.closest<HTMLElement>("[data-row]")?.dataset.row;
    if (rowId === undefined || event.defaultPrevented || event.shiftKey) return;
    event.preventDefault();
    setOpened({ rowId, x: event.clientX, y: event.clientY });
  };
  return (
    <RowMenuContext value={tools}>
      <div className="contents" onContextMenu={onContextMenu}>
        {children}
      </div>
      {opened !== null && row !== undefined && !row.isGone && (
        <DropdownMenu open onOpenChange={(isOpen) => !isOpen && setOpened(null)}>
          <DropdownMenuTrigger asChild>
            <span
              aria-hidden
              tabIndex={-1}
              className="pointer-events-none fixed size-px"
              style={{ left: opened.x, top: opened.y }}
            />
          </DropdownMenuTrigger>
          <DropdownMenuContent
            align="start"
            sideOffset={2}
            className="w-60"
            aria-label={table.labelOf(row.row)}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              document.querySelector<HTMLElement>(`tr[data-row="${opened.rowId}"]`)?.focus();
            }}
          >
            {items(row.row)}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </RowMenuContext>
  );
}
