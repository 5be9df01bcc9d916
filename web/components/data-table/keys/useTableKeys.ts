import { useEffect, useEffectEvent, useState } from "react";
import type { TableRow } from "../columns";
import { isPressable, isTaken } from "./isTaken";

/** A key that does something with the row under the cursor. */
export type RowKey<Row> = {
  readonly key: string;
  /** The key's effect, for the list of keys. */
  readonly label: string;
  readonly run: (row: Row) => void;
};

type TableKeysOptions<Row> = {
  /** The rows on show, in their order. */
  rows: readonly Row[];
  rowKeys: readonly RowKey<Row>[];
  onOpen: ((row: Row) => void) | undefined;
  onSelect: ((row: Row, isRange: boolean) => void) | undefined;
  onSearch: () => void;
  onFilter: () => void;
  onHelp: () => void;
};

/**
 * The keys of a table (docs/product.md, "Shell"), wherever on the page the focus is, as long as
 * nobody types.
 */
export function useTableKeys<Row extends TableRow>(options: TableKeysOptions<Row>) {
  const [cursorId, setCursorId] = useState<string | null>(null);

  const runKey = (event: KeyboardEvent): boolean => {
    const { rows } = options;
    const at = rows.findIndex(({ _id }) => _id === cursorId);
    const row = rows[at];
    switch (event.key) {
      case "/":
        options.onSearch();
        return true;
      case "f":
        options.onFilter();
        return true;
      case "?":
        options.onHelp();
        return true;
      case "j":
      case "k": {
        const next = event.key === "j" ? at + 1 : Math.max(at - 1, 0);
        setCursorId(rows[Math.min(next, rows.length - 1)]?._id ?? null);
        return true;
      }
      case "Enter":
        if (row === undefined || options.onOpen === undefined || isPressable(event.target)) {
          return false;
        }
        options.onOpen(row);
        return true;
      case "x":
      case "X":
        if (row === undefined || options.onSelect === undefined) return false;
        options.onSelect(row, event.shiftKey);
        return true;
    }
    const own = options.rowKeys.find(({ key }) => key === event.key);
    if (own === undefined || row === undefined) return false;
    own.run(row);
    return true;
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return;
    if (runKey(event)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return { cursorId, setCursorId };
}
