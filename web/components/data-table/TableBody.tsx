import { ArrowUp } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CardRows } from "./CardRows";
import type { TableRow } from "./columns";
import type { RowsProps } from "./rowsProps";
import { CardSkeletons, TableSkeleton } from "./Skeletons";
import { TableRows } from "./TableRows";
import { useIsPhone } from "./useIsPhone";

type TableBodyProps<Row extends TableRow> = Omit<RowsProps<Row>, "scroller"> & {
  isLoading: boolean;
  /** Rows that wait to be shown, so that nothing moves under the pointer. */
  heldBack: number;
  onRelease: () => void;
  /** The pointer is in the table, or it is scrolled: somebody works in it. */
  onBusyChange: (isBusy: boolean) => void;
  /** In place of the rows when there are none. */
  empty: ReactNode;
};

/**
 * The scrolling part: the rows as a table or as cards, their skeleton, or the text for an empty
 * list.
 */
export function TableBody<Row extends TableRow>(props: TableBodyProps<Row>) {
  const { isLoading, heldBack, onRelease, onBusyChange, empty, ...rowsProps } = props;
  const isPhone = useIsPhone();
  // State, not a ref: the rows measure it, and must be drawn again once it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [work, setWork] = useState({ isHovered: false, isScrolled: false });
  const change = (part: Partial<typeof work>) => {
    const next = { ...work, ...part };
    if (next.isHovered === work.isHovered && next.isScrolled === work.isScrolled) return;
    setWork(next);
    onBusyChange(next.isHovered || next.isScrolled);
  };
  const Rows = isPhone ? CardRows : TableRows;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {heldBack > 0 && (
        <div className="pointer-events-none absolute inset-x-0 top-11 z-30 flex justify-center">
          <Button
            size="sm"
            className="pointer-events-auto rounded-full shadow-lg"
            onClick={() => {
              onRelease();
              scroller?.scrollTo({ top: 0 });
            }}
          >
            <ArrowUp aria-hidden />
            {heldBack} new
          </Button>
        </div>
      )}
      <div
        ref={setScroller}
        aria-busy={isLoading}
        className="min-h-0 flex-1 overflow-auto rounded-lg border bg-card max-md:-mx-1 max-md:border-0 max-md:bg-transparent max-md:px-1"
        onPointerEnter={(event) => change({ isHovered: event.pointerType === "mouse" })}
        onPointerLeave={() => change({ isHovered: false })}
        onScroll={(event) => change({ isScrolled: event.currentTarget.scrollTop > 0 })}
      >
        {isLoading ? (
          isPhone ? (
            <CardSkeletons />
          ) : (
            <TableSkeleton table={props.table} />
          )
        ) : props.rows.length === 0 ? (
          empty
        ) : (
          <Rows {...rowsProps} scroller={scroller} />
        )}
      </div>
    </div>
  );
}
