import { useCallback, useSyncExternalStore } from "react";
import type { RowStore, StoreState } from "@/lib/tables/rowStore";
import type { TableRow } from "./columns";

/** The loading state of a store, live. */
export function useStoreState<Row extends TableRow>(store: RowStore<Row>): StoreState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.getState());
}
