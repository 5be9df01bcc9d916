import { useConvex } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { ITEM_STATE_NAMES, type ItemState } from "#domain/stockTakes/stockTake";
import type { Item } from "./types";

/** Lines per request: the server's maximum. */
const PAGE = 200;

/**
 * Returns a generator function that reads all lines of a stock-take page by page, findings first.
 */
export function useAllItems(stockTakeId: string) {
  const convex = useConvex();
  return useCallback(
    async function* (signal: AbortSignal): AsyncGenerator<readonly Item[], void> {
      for (const state of ITEM_STATE_NAMES) {
        let cursor: string | null = null;
        let isDone = false;
        while (!isDone) {
          signal.throwIfAborted();
          const page: ItemPage = await convex.query(api.stockTakes.items, {
            stockTakeId,
            state: state satisfies ItemState,
            paginationOpts: { cursor, numItems: PAGE },
          });
          yield page.page;
          ({ isDone, continueCursor: cursor } = page);
        }
      }
    },
    [convex, stockTakeId],
  );
}

type ItemPage = {
  readonly page: readonly Item[];
  readonly isDone: boolean;
  readonly continueCursor: string;
};
