import { useState } from "react";
import { holdStill, type DisplayedRow } from "./holdStill";

type Display<Row> = {
  source: readonly Row[];
  view: string;
  isBusy: boolean;
  rows: DisplayedRow<Row>[];
  heldBack: number;
};

const showAll = <Row>(source: readonly Row[], view: string, isBusy: boolean): Display<Row> => ({
  source,
  view,
  isBusy,
  rows: source.map((row) => ({ row, isGone: false })),
  heldBack: 0,
});

/**
 * The rows to put on screen. While `isBusy` (the pointer is in the table, or it is scrolled) they
 * keep their places, see `holdStill`; otherwise they are `source` as it is.
 *
 * @param view names what is looked at (list, scope, sort, search): another view starts afresh
 */
export function useCalmRows<Row>(
  source: readonly Row[],
  { view, isBusy, idOf }: { view: string; isBusy: boolean; idOf: (row: Row) => string },
): { rows: DisplayedRow<Row>[]; heldBack: number; release: () => void } {
  const [display, setDisplay] = useState(() => showAll(source, view, isBusy));

  let current = display;
  if (display.source !== source || display.view !== view || display.isBusy !== isBusy) {
    current =
      isBusy && display.view === view
        ? { source, view, isBusy, ...holdStill(display.rows, source, idOf) }
        : showAll(source, view, isBusy);
    setDisplay(current);
  }
  return {
    rows: current.rows,
    heldBack: current.heldBack,
    release: () => setDisplay(showAll(source, view, isBusy)),
  };
}
