import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useState } from "react";
import type { ImportRun } from "./importRun";
import { RowCard } from "./RowCard";

type RowListProps = {
  run: ImportRun;
  headings: readonly string[];
  /** Indexes into `run.rows`. */
  indexes: readonly number[];
};

/** Estimated height of a row without a problem, before it is measured. */
const ROW_PX = 45;

/** Virtualized list of rows: only the visible ones are in the page. */
export function RowList({ run, headings, indexes }: RowListProps) {
  // State, not a ref: rows are measured inside the box and must render again once it is mounted.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const getItemKey = useCallback((place: number) => indexes[place] ?? place, [indexes]);
  const virtualizer = useVirtualizer({
    count: indexes.length,
    getScrollElement: () => box,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: 8,
  });
  if (indexes.length === 0) {
    return <p className="rounded-lg border px-4 py-8 text-center text-sm">No such row.</p>;
  }
  return (
    <div
      ref={setBox}
      tabIndex={0}
      role="region"
      aria-label="Rows of the file"
      className="max-h-[30rem] overflow-y-auto rounded-lg border"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = run.rows[indexes[index] ?? -1];
          return (
            row && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={indexes.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-b"
                style={{ transform: `translateY(${start}px)` }}
              >
                <RowCard run={run} headings={headings} row={row} result={run.resultOf(row.row)} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
