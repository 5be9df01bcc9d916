import { useMemo, useState } from "react";
import type { TableRow } from "../columns";
import type { Grid } from "../useGrid";
import { HeaderCell } from "./HeaderCell";
import { RovingTabIndexContext, moveFocusByArrowKeys } from "./rovingTabIndex";

/** The headings of the visible columns. */
export function HeaderRow<Row extends TableRow>({ grid }: { grid: Grid<Row> }) {
  const [wanted, setCurrent] = useState("");
  const ids = grid.drawn.map(({ id }) => id);
  const isThere = ids.some((id) => wanted === id || wanted === `${id} filter`);
  const current = isThere ? wanted : (ids[0] ?? "");
  const stops = useMemo(() => ({ current, setCurrent }), [current]);
  return (
    <RovingTabIndexContext value={stops}>
      {grid.table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1} onKeyDown={moveFocusByArrowKeys}>
          {group.headers.map((header) => (
            <HeaderCell key={header.id} header={header} grid={grid} />
          ))}
        </tr>
      ))}
    </RovingTabIndexContext>
  );
}
