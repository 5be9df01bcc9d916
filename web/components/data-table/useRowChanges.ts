import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { RowStore } from "@/lib/tables/rowStore";
import { NO_CHANGES, type RowAnnouncement, type RowChanges } from "./changesContext";
import type { TableRow } from "./columns";

/**
 * How long the text about a row's change is shown, so that a reader who looked away still sees it.
 */
export const SAID_FOR_MS = 6_000;

/**
 * The arrivals and changes of the last seconds, with the texts from `describe`.
 *
 * @param announcement an additional change to show
 */
export function useRowChanges<Row extends TableRow>(
  store: RowStore<Row>,
  describe: ((before: Row | undefined, after: Row) => string | null) | undefined,
  announcement: RowAnnouncement | undefined,
): RowChanges {
  const [changes, setChanges] = useState(NO_CHANGES);
  const describeEach = useEffectEvent((before: Row | undefined, after: Row) =>
    describe === undefined ? null : describe(before, after),
  );
  useEffect(() => {
    const stop = store.onChanges((news) => {
      const said = news.flatMap(({ before, after }) => {
        const words = after === undefined ? null : describeEach(before, after);
        return after === undefined || words === null ? [] : [[after._id, words] as const];
      });
      if (said.length > 0) setChanges((known) => new Map([...known, ...said]));
    });
    return () => {
      stop();
      setChanges(NO_CHANGES);
    };
  }, [store]);
  useEffect(() => {
    if (changes.size === 0) return;
    const timer = setTimeout(() => setChanges(NO_CHANGES), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  return useMemo(
    () =>
      announcement === undefined
        ? changes
        : new Map([[announcement.rowId, announcement.words], ...changes]),
    [announcement, changes],
  );
}
