import { useState } from "react";

/** A live list: `mergeLiveRanges`. */
type LiveList<Row> = {
  readonly rows: readonly Row[];
  readonly isLoaded: boolean;
  readonly isDone: boolean;
  readonly looked: number;
  readonly loadMore: (isFar?: boolean) => void;
};

/**
 * Chooses the rows of a list that the server searches: `found` while there is something to search
 * for, else `plain`. Until the server answers the next query, the rows found for the last one stay,
 * for `DataTable` to narrow on the spot.
 *
 * @param view names the list and scope: what was found in another one is nothing here
 * @returns the props of `DataTable`; `looked`: undefined while the server is not asked to search.
 *   `live`: for `useRecentChanges`, which must not take what a search brings for news
 */
export function useServerSearch<Row>(
  plain: LiveList<Row>,
  found: LiveList<Row>,
  { view, isSearch }: { view: string; isSearch: boolean },
) {
  const [last, setLast] = useState<{ view: string; rows: readonly Row[] }>({ view, rows: [] });
  const isFound = isSearch && found.isLoaded;
  if (isFound && (last.rows !== found.rows || last.view !== view)) {
    setLast({ view, rows: found.rows });
  }
  const live = isSearch ? found : plain;
  const known = last.view === view && last.rows.length > 0 ? last.rows : plain.rows;
  return {
    rows: !isSearch ? plain.rows : isFound ? found.rows : known,
    isLoaded: plain.isLoaded,
    isDone: isSearch ? isFound && found.isDone : plain.isDone,
    loadMore: isSearch ? found.loadMore : plain.loadMore,
    looked: isSearch ? found.looked : undefined,
    live,
  };
}
