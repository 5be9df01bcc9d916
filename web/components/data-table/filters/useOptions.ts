import { useEffect, useState } from "react";
import { useTableFilters } from "./filterContext";
import type { FilterOption } from "./filterOptions";

/** The live values to offer for a column; undefined while loading. */
export function useOptions(columnId: string): readonly FilterOption[] | undefined {
  const { loadOptions } = useTableFilters();
  const [options, setOptions] = useState<readonly FilterOption[]>();
  useEffect(() => {
    const asking = new AbortController();
    loadOptions(columnId, asking.signal).then(
      (found) => !asking.signal.aborted && setOptions(found),
      (error: unknown) => {
        if (!asking.signal.aborted) throw error;
      },
    );
    return () => asking.abort();
  }, [loadOptions, columnId]);
  return options;
}
