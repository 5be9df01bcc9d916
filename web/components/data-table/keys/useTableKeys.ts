import { useEffect, useEffectEvent, useState } from "react";
import { useShortcuts } from "@/hooks/keys/useShortcuts";
import { isPressable, isTaken } from "@/lib/keys/isTaken";
import { undoIfScanned, type StepShortcut } from "@/lib/keys/keyGate";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";
import type { WaitingKey } from "./keyContexts";

/** Navigation and selection shortcuts, which act immediately. */
const MOVES = ["/", "j", "k", "x", "X"];

type PageKeys = { onSearch: () => void; onFilter: () => void };

/**
 * Shortcuts of a table (docs/product.md, "Shell"). They work wherever the focus is, except in
 * fields. Arrow keys move through the rows once there is a cursor.
 *
 * @returns the pending shortcut, which acts unless another key follows; null: none
 */
export function useTableKeys<Row extends TableRow>(
  table: LiveTable<Row>,
  page: PageKeys,
): WaitingKey | null {
  const { shown, cursor, selection, onOpenRow } = table;
  const [waiting, setWaiting] = useState<WaitingKey | null>(null);
  const found = shown.rows.find(({ row }) => row._id === cursor.id);
  const row = found === undefined || found.isGone ? undefined : found.row;

  const move = (index: number, event: KeyboardEvent) => {
    const isExtending = event.shiftKey && selection !== null && event.key.startsWith("Arrow");
    const next = shown.rows[Math.max(0, Math.min(index, shown.total - 1)) - shown.start]?.row;
    if (isExtending && row !== undefined && next !== undefined) extend(row._id, next._id);
    cursor.moveTo(index);
  };
  /**
   * Extends the selection from the cursor's row to the next one; moving back over a selected row
   * deselects.
   */
  const extend = (from: string, to: string) => {
    if (selection === null) return;
    if (!selection.ids.has(from)) selection.toggle(from, false);
    if (!selection.ids.has(to)) selection.toggle(to, false);
    else if (from !== to) selection.toggle(from, false);
  };

  const runKey = (event: KeyboardEvent): boolean => {
    const isInRows = cursor.index >= 0 && !isInOtherPart(event.target);
    switch (event.key) {
      case "/":
        page.onSearch();
        return true;
      case "j":
        move(cursor.index + 1, event);
        return true;
      case "k":
        move(cursor.index - 1, event);
        return true;
      case "ArrowDown":
      case "ArrowUp":
        if (event.key === "ArrowDown" && isInHeader(event.target)) {
          cursor.moveTo(Math.max(0, cursor.index));
          return true;
        }
        if (!isInRows) return false;
        move(cursor.index + (event.key === "ArrowDown" ? 1 : -1), event);
        return true;
      case "Home":
      case "End":
        if (!isInRows) return false;
        cursor.moveTo(event.key === "Home" ? 0 : shown.total - 1);
        return true;
      case "Escape":
        if (selection !== null && selection.ids.size > 0) {
          selection.clear();
          return true;
        }
        return leaveRows();
      case "Enter":
        if (row === undefined || onOpenRow === undefined || isPressable(event.target)) return false;
        onOpenRow(row);
        return true;
      case "x":
      case "X":
        if (row === undefined || selection === null) return false;
        undoIfScanned(() => selection.restore(selection.ids));
        selection.toggle(row._id, event.shiftKey);
        return true;
    }
    return false;
  };
  const waitFor = (rowId: string | null, words: string, run: () => void): StepShortcut => ({
    onWait: () => setWaiting({ rowId, words }),
    onCancel: () => setWaiting(null),
    run,
  });
  useShortcuts((keys) => {
    if (MOVES.includes(keys)) return "move";
    if (keys === "f") return waitFor(null, "Opening the filters…", page.onFilter);
    const own = table.rowKeys.find(({ key }) => key === keys);
    if (own === undefined || row === undefined) return null;
    return waitFor(row._id, own.announce(row, table), () => own.run(row, table));
  });
  const leaveRows = () => {
    if (cursor.index < 0) return false;
    cursor.set(null);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
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
  return waiting;
}

/** From the header, arrow down moves to the rows. */
function isInHeader(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("thead [data-heading-stop]") !== null;
}

/** True if the focus is in the header or the toolbar, where arrow keys have other effects. */
function isInOtherPart(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target !== document.body && target.closest("[data-row]") === null
  );
}
