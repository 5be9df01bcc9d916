import type { TableState } from "./tableState";
import { rememberHidden, useRememberedHidden } from "./preferences";

/**
 * The columns left out: those of the address, else those the reader last chose for this table. A choice
 * goes to both, so that a link shows what its sender saw.
 */
export function useHiddenColumns(
  table: string,
  state: TableState,
  onStateChange: (state: TableState) => void,
) {
  const remembered = useRememberedHidden(table);
  const hidden = (state.hide ?? remembered ?? "").split(",").filter(Boolean);
  const setHidden = (ids: readonly string[]) => {
    rememberHidden(table, ids);
    onStateChange({ ...state, hide: ids.length === 0 ? undefined : ids.join() });
  };
  return { hidden, setHidden };
}
