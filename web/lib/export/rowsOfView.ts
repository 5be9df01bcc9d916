import type { RowStore, StoreRow, TableView } from "../tables/rowStore";

/** Rows that cross to and from workers at a time: below 10 ms of the page each way. */
export const SLICE_ROWS = 500;

type ViewSource<Row extends StoreRow> = {
  readonly store: RowStore<Row>;
  readonly testOf: (view: TableView) => (row: Row) => boolean;
};

/**
 * Yields all rows of `view` in its order, some at a time. Rows that the browser does not have yet
 * are fetched first. The rows are those of the moment at which all were here; one that has changed
 * since comes as it is now, and not at all when it no longer belongs.
 *
 * @throws AbortError, and the server's refusal
 */
export async function* rowsOfView<Row extends StoreRow>(
  { store, testOf }: ViewSource<Row>,
  view: TableView,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[], void> {
  // Rows are kept up to date, and here, as long as somebody listens.
  const stop = store.subscribe(() => undefined);
  try {
    await allHere(store, signal);
    const { ids } = await store.ids(view, signal);
    const belongs = testOf(view);
    for (let from = 0; from < ids.length; from += SLICE_ROWS) {
      const { rows } = await store.rowsOf(ids.slice(from, from + SLICE_ROWS), signal);
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
