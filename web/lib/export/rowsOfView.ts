import type { RowStore, StoreRow, TableView } from "../tables/rowStore";

/** Rows per message to and from workers: less than 10 ms of the page's thread each way. */
export const SLICE_ROWS = 500;

type ViewSource<Row extends StoreRow> = {
  readonly store: RowStore<Row>;
  readonly testOf: (view: TableView) => (row: Row) => boolean;
};

/**
 * Yields all rows of `view` in its order, in slices. Rows not yet loaded are fetched first. The set
 * of rows is the one at the moment when all were loaded; a row that has changed since is yielded in
 * its current state, and omitted if it no longer belongs.
 *
 * @throws AbortError, and the server's refusal
 */
export async function* rowsOfView<Row extends StoreRow>(
  { store, testOf }: ViewSource<Row>,
  view: TableView,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[], void> {
  // The store keeps its rows current while it has a subscriber.
  const stop = store.subscribe(() => undefined);
  try {
    await allHere(store, signal);
    const { ids } = await store.ask({ kind: "ids", view }, signal);
    const belongs = testOf(view);
    for (let from = 0; from < ids.length; from += SLICE_ROWS) {
      const { rows } = await store.ask(
        { kind: "rowsOf", ids: ids.slice(from, from + SLICE_ROWS) },
        signal,
      );
      yield rows.filter(belongs);
    }
  } finally {
    stop();
  }
}

/** Resolves when every row that the reader may see is in the store. */
function allHere<Row extends StoreRow>(store: RowStore<Row>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject: (reason: Error) => void) => {
    const look = () => {
      const { isComplete, isLoading, error } = store.getState();
      if (error !== null) end(() => reject(error));
      else if (isComplete) end(resolve);
      else if (!isLoading) store.loadMore(Infinity);
    };
    const abort = () => end(() => reject(signal.reason as Error));
    const end = (settle: () => void) => {
      stop();
      signal.removeEventListener("abort", abort);
      settle();
    };
    const stop = store.subscribe(look);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    else look();
  });
}
