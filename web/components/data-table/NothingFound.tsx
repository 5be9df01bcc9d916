import { LoaderCircle, SearchX } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { Button } from "@/components/ui/button";
import type { TableRow } from "./columns";
import type { LiveTable } from "./liveTable";
import { formatCount } from "#domain/common/formatCount";

/** Shown instead of rows while none matches or none has been found yet. */
export function NothingFound<Row extends TableRow>({ table }: { table: LiveTable<Row> }) {
  const { view, loaded, shown, noun, state, setState } = table;
  const { search, conditions } = view.query;
  const count = formatCount(loaded.looked ?? loaded.loaded);
  if (loaded.isLoading || shown.isExact !== loaded.isComplete) {
    return (
      <div className="flex items-center justify-center gap-2 px-6 py-14 text-sm text-muted-foreground">
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
        Searching: none among {count} {noun.many} so far
      </div>
    );
  }
  const byFilters = conditions.length > 0;
  return (
    <EmptyState
      icon={SearchX}
      title={search === "" ? "Nothing matches the filters" : `Nothing matches “${search}”`}
      action={
        <Button
          variant="outline"
          onClick={() => setState({ ...state, q: undefined, filter: undefined })}
        >
          {byFilters ? "Clear search and filters" : "Clear the search"}
        </Button>
      }
    >
      {loaded.isComplete ? `Searched all ${noun.many}.` : `Searched ${count} ${noun.many} so far.`}
    </EmptyState>
  );
}
