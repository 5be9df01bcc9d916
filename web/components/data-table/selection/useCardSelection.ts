import { useContext, useState } from "react";
import { SelectionContext, ShownIdsContext, type SelectionTools } from "./selectionContext";

export type CardSelection = SelectionTools & {
  /** Cards show checkboxes, and nothing else in them reacts. */
  readonly isSelecting: boolean;
  readonly isAllSelected: boolean;
  readonly setSelecting: (isSelecting: boolean) => void;
};

/** Cards have no room for checkboxes: they appear while people select. Null in a table without a selection. */
export function useCardSelection(): CardSelection | null {
  const tools = useContext(SelectionContext);
  const shownIds = useContext(ShownIdsContext);
  const [isSelecting, setSelecting] = useState(false);
  if (tools === null) return null;
  const { ids, toggleAll } = tools;
  return {
    ...tools,
    isSelecting: isSelecting || ids.size > 0,
    isAllSelected: shownIds.length > 0 && shownIds.every((id) => ids.has(id)),
    setSelecting: (next) => {
      setSelecting(next);
      if (!next) toggleAll(false);
    },
  };
}
