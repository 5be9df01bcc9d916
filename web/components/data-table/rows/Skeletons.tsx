import { Skeleton } from "@/components/ui/skeleton";
import type { TableRow } from "../columns";
import type { Grid } from "../useGrid";
import { TableFrame } from "./TableRows";

const ROWS = Array.from({ length: 12 }, (_, row) => row);
/** Uneven widths, like those of real texts, percent. */
const WIDTHS = [55, 80, 65, 90, 70];

/** The headings, with grey bars in place of values. */
export function TableSkeleton<Row extends TableRow>({ grid }: { grid: Grid<Row> }) {
  return (
    <div className="min-h-0 flex-1 overflow-hidden rounded-lg border bg-card">
      <TableFrame grid={grid}>
        {ROWS.map((row) => (
          <tr key={row} aria-hidden>
            {grid.drawn.map(({ id }, index) => (
              <td key={id} className="h-10 border-b border-border/60 px-2.5 first:pl-3">
                <Skeleton
                  className="h-3"
                  style={{ width: `${WIDTHS[(row + index) % WIDTHS.length]}%` }}
                />
              </td>
            ))}
          </tr>
        ))}
      </TableFrame>
    </div>
  );
}

export function CardSkeletons() {
  return (
    <div aria-hidden className="flex flex-col gap-2">
      {ROWS.slice(0, 5).map((row) => (
        <div key={row} className="flex flex-col gap-3 rounded-lg border bg-card p-3">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
