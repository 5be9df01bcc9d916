import type { UsePaginatedQueryResult } from "convex/react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

type PagedListProps = {
  /** The pages that `usePaginatedQuery` has loaded so far. */
  pages: Pick<UsePaginatedQueryResult<unknown>, "results" | "status" | "loadMore">;
  /** Rows that the `more` button loads. */
  pageSize: number;
  /** Label of the button that loads more rows. */
  more: string;
  /** Replaces the rows if there are none. */
  empty: ReactNode;
  /** The loaded rows, each a list item. */
  children: ReactNode;
};

/** A live list that loads page by page, in a card. */
export function PagedList({ pages, pageSize, more, empty, children }: PagedListProps) {
  const { results, status, loadMore } = pages;
  if (status === "LoadingFirstPage") return <Skeleton aria-busy className="m-5 h-16" />;
  return (
    <>
      {results.length === 0 && empty}
      <ul className="divide-y">{children}</ul>
      {/* The button stays while the next page loads, so that it keeps the focus. */}
      {status !== "Exhausted" && (
        <div className="border-t p-3 text-center">
          <Button
            variant="outline"
            loading={status === "LoadingMore"}
            onClick={() => loadMore(pageSize)}
          >
            {more}
          </Button>
        </div>
      )}
    </>
  );
}
