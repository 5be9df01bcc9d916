import type { DragEvent, KeyboardEvent } from "react";
import type { TableRow } from "../columns";
import type { Grid } from "../useGrid";

/** MIME type of a dragged heading's data, so that no other drag is mistaken for one. */
const DRAGGED = "application/x-sms-column";

/**
 * Moves a heading by dragging it or with Shift and the left and right arrow keys; Shift with up and
 * down makes the column wider and narrower.
 */
export function useColumnReorder<Row extends TableRow>(grid: Grid<Row>, columnId: string) {
  const shown = grid.table
    .getVisibleLeafColumns()
    .filter(({ columnDef }) => !columnDef.meta?.isFixed)
    .map(({ id }) => id);
  const place = (id: string, target: string) => {
    const others = shown.filter((each) => each !== id);
    const isRightwards = shown.indexOf(id) < shown.indexOf(target);
    others.splice(others.indexOf(target) + (isRightwards ? 1 : 0), 0, id);
    grid.setShown(others);
  };
  const moveBy = (step: number) => {
    const drawn = grid.drawn.map(({ id }) => id).filter((id) => shown.includes(id));
    const target = drawn[drawn.indexOf(columnId) + step];
    if (target !== undefined) place(columnId, target);
  };
  const widen = (byPx: number) => {
    const width = grid.widths.get(columnId);
    if (width !== undefined) grid.setWidth(columnId, width + byPx);
  };
  const isMovable = shown.includes(columnId);
  return {
    draggable: isMovable,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAGGED, columnId);
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => {
      if (isMovable && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const dragged = event.dataTransfer.getData(DRAGGED);
      event.preventDefault();
      if (shown.includes(dragged) && dragged !== columnId) place(dragged, columnId);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.shiftKey) return;
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const growth = { ArrowUp: 16, ArrowDown: -16 }[event.key];
      if (step === undefined && growth === undefined) return;
      event.preventDefault();
      if (growth !== undefined) widen(growth);
      else if (step !== undefined && isMovable) moveBy(step);
    },
  };
}
