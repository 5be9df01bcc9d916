import { useEffect, useState } from "react";
import type { ValueCount } from "@/lib/columns/dictionaryColumn";
import type { TableView } from "@/lib/tables/rowStore";
import type { Actor } from "#domain/custody/workflow";
import { useSamples } from "./useSamples";

const NONE: readonly ValueCount[] = [];

/** Cities of the open samples that `actor` may see, with the number of samples in each; live. */
export function useCities(actor: Actor): readonly ValueCount[] {
  const { store, base } = useSamples("open", actor, "everything");
  const [cities, setCities] = useState(NONE);
  useEffect(() => {
    const asking = new AbortController();
    const view: TableView = { base, query: { search: "", conditions: [] }, sort: null };
    const ask = () => {
      store.ask({ kind: "valueCounts", view, field: "city" }, asking.signal).then(
        ({ values }) => setCities(values.filter(({ value }) => value !== "")),
        () => undefined, // cities typed by hand count as well
      );
    };
    const stop = store.subscribe(ask);
    ask();
    return () => {
      stop();
      asking.abort();
    };
  }, [store, base]);
  return cities;
}
