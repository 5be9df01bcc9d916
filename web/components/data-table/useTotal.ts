import { useEffect, useState } from "react";
import type { RowStore, StoreState } from "@/lib/tables/rowStore";
import type { Condition } from "../../../domain/tableFilters";
import type { TableRow } from "./columns";

type TotalOptions<Row extends TableRow> = {
  store: RowStore<Row>;
  base: readonly Condition[];
  loaded: StoreState;
  /** The number that the server counts; null: it does not. */
  counted: number | null;
};

/** `isTotalKnown`: false where more rows follow than anybody has counted. */
type Total = { total: number; isTotalKnown: boolean };

const EVERYTHING = { search: "", conditions: [] };

/** The number of rows without search and filters: as counted, until all are here. */
export function useTotal<Row extends TableRow>({
  store,
  base,
  loaded: { version, isComplete },
  counted,
}: TotalOptions<Row>): Total {
  const [here, setHere] = useState(0);
  useEffect(() => {
    const asking = new AbortController();
    store.window({ base, query: EVERYTHING, sort: null }, 0, 0, asking.signal).then(
      ({ total }) => !asking.signal.aborted && setHere(total),
      (error: unknown) => {
        if (!asking.signal.aborted) throw error;
      },
    );
    return () => asking.abort();
  }, [store, base, version]);
  return isComplete
    ? { total: here, isTotalKnown: true }
    : { total: Math.max(here, counted ?? 0), isTotalKnown: counted !== null };
}
