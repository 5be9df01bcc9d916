import { LoaderCircle, SearchX } from "lucide-react";
import { EmptyState } from "@/components/EmptyState";
import { Button } from "@/components/ui/button";
import type { TableQuery } from "../../../domain/tableFilters";

type NothingFoundProps = {
  query: TableQuery;
  isReaching: boolean;
  /** Rows searched so far. */
  looked: number;
  hasMore: boolean;
  many: string;
  onClear: () => void;
};

/** In place of the rows when none matches, or none has been found yet. */
export function NothingFound({
  query: { search, conditions },
  isReaching,
  looked,
  hasMore,
  many,
  onClear,
}: NothingFoundProps) {
  const count = looked.toLocaleString("en-US");
  if (isReaching) {
    return (
      <div className="flex items-center justify-center gap-2 px-6 py-14 text-sm text-muted-foreground">
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
        Searching: none among {count} {many} so far
      </div>
    );
  }
  const byFilters = conditions.length > 0;
  return (
    <EmptyState
      icon={SearchX}
      title={search === "" ? "Nothing matches the filters" : `Nothing matches “${search}”`}
      action={
        <Button variant="outline" onClick={onClear}>
          {byFilters ? "Clear search and filters" : "Clear the search"}
        </Button>
      }
    >
      {hasMore ? `Searched ${count} ${many} so far.` : `Searched all ${many}.`}
    </EmptyState>
  );
}
