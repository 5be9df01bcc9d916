import { Button } from "@/components/ui/button";
import type { TableRow } from "./columns";
import type { LiveTable } from "./liveTable";

/** Says how many rows match, and how far a list that is not all here has been looked through. */
export function TableFooter<Row extends TableRow>({ table }: { table: LiveTable<Row> }) {
  const { loaded, store, shown, noun } = table;
  const isStopped = !loaded.isComplete && !loaded.isLoading && shown.isReady;
  const looked = (loaded.looked ?? loaded.loaded).toLocaleString("en-US");
  return (
    <footer className="flex min-h-6 items-center justify-between gap-x-3 text-xs tabular-nums text-muted-foreground">
      <span role="status">{shown.isReady ? countText(table) : "Loading…"}</span>
      {!loaded.isComplete && shown.isReady && (
        <span className="flex items-center gap-2">
          {`${table.isNarrowed ? "Searched" : "Looked at"} ${looked} ${noun.many}`}
          {isStopped ? (
            <Button variant="link" size="sm" className="h-6 px-1" onClick={() => store.loadMore()}>
              {table.isNarrowed ? "Search further" : "Load more"}
            </Button>
          ) : (
            "…"
          )}
        </span>
      )}
    </footer>
  );
}

/** `178 samples`, `3 of 178 samples`; before all are here `3 matching samples so far`. */
function countText<Row extends TableRow>(table: LiveTable<Row>): string {
  const { loaded, shown, noun, isNarrowed, total } = table;
  const things = `${total.toLocaleString("en-US")} ${total === 1 ? noun.one : noun.many}`;
  if (!isNarrowed) return things;
  const found = shown.total.toLocaleString("en-US");
  if (loaded.isComplete) return `${found} of ${things}`;
  return `${found} matching ${shown.total === 1 ? noun.one : noun.many} so far`;
}
