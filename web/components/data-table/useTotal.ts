import { useEffect, useState } from "react";
import type { RowStore, StoreState } from "@/lib/tables/rowStore";
import type { Bound } from "#domain/tables/tableFilters";
import type { TableRow } from "./columns";

type TotalOptions<Row extends TableRow> = {
  store: RowStore<Row>;
  base: readonly Bound[];
  loaded: StoreState;
  /** The server's count; null if it has none. */
  counted: number | null;
};

/** `isTotalKnown`: false if more rows exist than have been counted. */
type Total = { total: number; isTotalKnown: boolean };

/** The latest row count of `store`. `isExact`: all rows were loaded when they were counted. */
type Count = { store: unknown; rows: number; isExact: boolean };

const EVERYTHING = { search: "", conditions: [] };
const NOT_COUNTED: Count = { store: null, rows: 0, isExact: false };

/** The number of rows without search and filters: the server's count, until all rows are loaded. */
export function useTotal<Row extends TableRow>({
  store,
  base,
  loaded: { version, isComplete },
  counted,
}: TotalOptions<Row>): Total {
  const [latest, setLatest] = useState(NOT_COUNTED);
  useEffect(() => {
    const asking = new AbortController();
    store
      .ask(
        { kind: "window", view: { base, query: EVERYTHING, sort: null }, from: 0, before: 0 },
        asking.signal,
      )
      .then(
        ({ total: rows }) => {
          if (!asking.signal.aborted) setLatest({ store, rows, isExact: isComplete });
        },
        (error: unknown) => {
          if (!asking.signal.aborted) throw error;
        },
      );
    return () => asking.abort();
  }, [store, base, version, isComplete]);
  const here = latest.store === store ? latest : NOT_COUNTED;
  // The state may become complete before the count of its rows arrives.
  return here.isExact
    ? { total: here.rows, isTotalKnown: true }
    : { total: Math.max(here.rows, counted ?? 0), isTotalKnown: counted !== null };
}
