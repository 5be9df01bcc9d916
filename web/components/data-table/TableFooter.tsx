import { cn } from "@/lib/utils";
import { Button } from "@/components/ui/button";
import { useLostSince } from "@/hooks/useLostSince";
import { useIsPhone } from "@/hooks/useMediaQuery";
import { formatCount } from "#domain/common/formatCount";
import { formatClock } from "#domain/common/dates";
import { columnLabel, type TableRow } from "./columns";
import type { LiveTable } from "./liveTable";

/**
 * Shows how many rows match, the sort order if no visible heading shows it, and how far an
 * incomplete list has been searched.
 */
export function TableFooter<Row extends TableRow>({ table }: { table: LiveTable<Row> }) {
  const { shown } = table;
  const lostSince = useLostSince();
  return (
    <footer
      className={cn(
        "flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-xs tabular-nums text-muted-foreground",
        // A phone's rows push it down, or pull it up.
        !shown.isReady && "max-md:invisible",
      )}
    >
      <span role="status">
        {shown.isReady ? countText(table) : "Loading…"}
        {shown.isReady && lostSince !== null && ` as of ${formatClock(lostSince.getTime())}`}
      </span>
      {shown.total > 0 && <Order table={table} />}
      {shown.isReady && <Reach table={table} />}
    </footer>
  );
}

/** The sort order; shown on a phone, and if the sorted column is hidden. */
function Order<Row extends TableRow>({ table: { grid, sorting } }: { table: LiveTable<Row> }) {
  const isPhone = useIsPhone();
  const [sort] = sorting;
  const column = grid.table.getAllLeafColumns().find(({ id }) => id === sort?.id);
  if (sort === undefined || column === undefined) return null;
  if (!isPhone && grid.widths.has(sort.id)) return null;
  const isDate = column.columnDef.meta?.filter === "dates";
  const [descending, ascending] = isDate
    ? ["newest first", "oldest first"]
    : ["descending", "ascending"];
  return (
    <span>
      Sorted by {columnLabel(column.columnDef)}, {sort.desc ? descending : ascending}
    </span>
  );
}

/** How far an unfinished search has got, with a button to continue after it stopped. */
function Reach<Row extends TableRow>({ table }: { table: LiveTable<Row> }) {
  const { loaded, store, noun, isNarrowed } = table;
  const isSorted = table.state.sort !== undefined && loaded.isSortedByServer !== true;
  if (loaded.isComplete || (!isNarrowed && !isSorted)) return null;
  if (loaded.looked === 0) return <span>Searching…</span>; // the server has not answered yet
  const looked = formatCount(loaded.looked ?? loaded.loaded);
  return (
    <span className="flex items-center gap-2">
      {`${isNarrowed ? "Searched" : "Sorted the first"} ${looked} ${noun.many}`}
      {loaded.isLoading ? (
        "…"
      ) : (
        <Button variant="link" size="sm" className="h-6 px-1" onClick={() => store.loadMore()}>
          {isNarrowed ? "Search further" : "Sort further"}
        </Button>
      )}
    </span>
  );
}

/**
 * `178 samples`, `3 of 178 samples`; while rows are loading `3 matching samples so far`; and for
 * rows searched by the server, whose total is unknown, `3 matching samples`.
 */
function countText<Row extends TableRow>(table: LiveTable<Row>): string {
  const { shown, noun, isNarrowed, total, isTotalKnown, loaded } = table;
  const things = `${formatCount(total)} ${total === 1 ? noun.one : noun.many}`;
  if (!isNarrowed) return isTotalKnown ? things : `${things} loaded, more below`;
  const found = formatCount(shown.total);
  const matching = `${found} matching ${shown.total === 1 ? noun.one : noun.many}`;
  if (!shown.isExact) return `${matching} so far`;
  return loaded.looked === undefined ? `${found} of ${things}` : matching;
}
