import type { UsePaginatedQueryResult } from "convex/react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

type PagedListProps = {
  /** The pages that `usePaginatedQuery` has loaded so far. */
  pages: Pick<UsePaginatedQueryResult<unknown>, "results" | "status" | "loadMore">;
  /** Rows that a press on `more` loads. */
  pageSize: number;
  /** The words of the button that loads further rows. */
  more: string;
  /** In place of the rows when there are none. */
  empty: ReactNode;
  /** The rows that have come, each a list item. */
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
      {/* It stays while the next page comes, so that it keeps the focus. */}
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
