import { useMemo } from "react";
import type { TableState } from "./tableState";
import { rememberHidden, useRememberedHidden } from "./preferences";

/**
 * The columns left out: those of the address, else those the reader last chose for this table. A
 * choice goes to both, so that a link shows what its sender saw.
 */
export function useHiddenColumns(
  table: string,
  state: TableState,
  onStateChange: (state: TableState) => void,
) {
  const remembered = useRememberedHidden(table);
  const ids = state.hide ?? remembered ?? "";
  const hidden = useMemo(() => ids.split(",").filter(Boolean), [ids]);
  const setHidden = (next: readonly string[]) => {
    rememberHidden(table, next);
    onStateChange({ ...state, hide: next.length === 0 ? undefined : next.join() });
  };
  return { hidden, setHidden };
}
