import { ArrowUp } from "lucide-react";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsPhone } from "@/hooks/useMediaQuery";
import type { TableRow } from "./columns";
import type { LiveTable } from "./liveTable";
import { NothingFound } from "./NothingFound";
import { CardRows } from "./rows/CardRows";
import type { RowsProps } from "./rows/presentation";
import { TableRows } from "./rows/TableRows";
import { useInteraction } from "./rows/useInteraction";
import { useScrollRestoration } from "./useScrollRestoration";

type TableBodyProps<Row extends TableRow> = {
  table: LiveTable<Row>;
  /** Renders a row on a phone. */
  renderCard: (row: Row) => ReactNode;
  /** Shown instead of rows if the list is empty. */
  empty: ReactNode;
};

/** The rows as a table or cards, their skeleton, or the text for an empty list. */
export function TableBody<Row extends TableRow>({ table, renderCard, empty }: TableBodyProps<Row>) {
  const { shown, rows, cursor } = table;
  const { restored, save } = useScrollRestoration();
  const scrolledPx = useRef(restored?.scrolledPx ?? 0);
  const interaction = useInteraction((isInteracting) => rows.hold(isInteracting));
  useLayoutEffect(() => {
    save({ scrolledPx: scrolledPx.current, cursor });
  });
  if (table.loaded.error !== null) throw table.loaded.error;

  const rowsProps = {
    table,
    renderCard,
    restoredPx: restored?.scrolledPx ?? null,
    onScrolled: (px: number) => {
      scrolledPx.current = px;
      interaction.onScrolled(px);
      save({ scrolledPx: px, cursor });
    },
  };
  return (
    <div
      {...interaction.handlers}
      aria-busy={!shown.isReady}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      {shown.heldBack > 0 && (
        <div className="pointer-events-none sticky inset-x-0 top-16 z-30 flex h-0 justify-center md:absolute md:top-11">
          <Button
            size="sm"
            className="pointer-events-auto rounded-full shadow-lg"
            onClick={() => {
              cursor.set(null);
              rows.release();
            }}
          >
            <ArrowUp aria-hidden />
            {shown.heldBack} new
          </Button>
        </div>
      )}
      <Body {...rowsProps} empty={empty} />
    </div>
  );
}

function Body<Row extends TableRow>({ empty, ...props }: RowsProps<Row> & { empty: ReactNode }) {
  const { table } = props;
  const { isReady, total } = table.shown;
  const isPhone = useIsPhone();
  if (!isReady && isPhone) return <CardSkeletons />;
  if (!isReady || total > 0) return isPhone ? <CardRows {...props} /> : <TableRows {...props} />;
  return (
    <div className="min-h-0 flex-1 rounded-lg border bg-card">
      {table.isNarrowed ? <NothingFound table={table} /> : empty}
    </div>
  );
}

function CardSkeletons() {
  return (
    <div aria-hidden className="flex flex-col gap-2">
      {Array.from({ length: 5 }, (_, row) => (
        <div key={row} className="flex flex-col gap-3 rounded-lg border bg-card p-3">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
