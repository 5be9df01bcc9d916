import { useEffect, useState } from "react";
import { NO_CHANGES, type RowChanges } from "./changesContext";
import { rowChanges } from "./rowChanges";

/**
 * A row shows the text about its change for this long: somebody who looked away can still read it.
 */
const SAID_FOR_MS = 6_000;

type Watched<Row> = {
  view: string;
  rows: readonly Row[];
  isDone: boolean;
  isLoaded: boolean;
  changes: RowChanges;
};

type LiveList<Row> = {
  rows: readonly Row[];
  /** Nothing follows the last row. */
  isDone: boolean;
  /** False until the first rows came: those did not arrive, they were there. */
  isLoaded: boolean;
};

/**
 * The changes of a live list in the last seconds, for `DataTable`'s `changes`.
 *
 * @param view names the list and scope; a switch to another view changes nothing
 */
export function useRecentChanges<Row extends { _id: string }>(
  { rows, isDone, isLoaded }: LiveList<Row>,
  view: string,
  compare: (one: Row, other: Row) => number,
  describe: (before: Row | undefined, after: Row) => string | null,
): RowChanges {
  const [watched, setWatched] = useState<Watched<Row>>({
    view,
    rows,
    isDone,
    isLoaded,
    changes: NO_CHANGES,
  });
  if (watched.rows !== rows || watched.view !== view || watched.isLoaded !== isLoaded) {
    const isSame = watched.view === view && watched.isLoaded && isLoaded;
    const fresh = isSame ? rowChanges(watched, rows, compare, describe) : NO_CHANGES;
    const changes = fresh.size === 0 && isSame ? watched.changes : fresh;
    setWatched({ view, rows, isDone, isLoaded, changes });
  }

  useEffect(() => {
    if (watched.changes.size === 0) return;
    const forget = () => setWatched((current) => ({ ...current, changes: NO_CHANGES }));
    const timer = setTimeout(forget, SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [watched.changes]);
  return watched.changes;
}
