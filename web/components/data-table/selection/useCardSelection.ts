import { useContext } from "react";
import {
  SelectingContext,
  SelectionContext,
  ShownIdsContext,
  type Selecting,
  type SelectionTools,
} from "./selectionContext";

export type CardSelection = SelectionTools &
  Selecting & {
    readonly isAllSelected: boolean;
  };

/**
 * Cards show checkboxes, and nothing else in them reacts, while people select. Null in a table
 * without a selection.
 */
export function useCardSelection(): CardSelection | null {
  const tools = useContext(SelectionContext);
  const selecting = useContext(SelectingContext);
  const shownIds = useContext(ShownIdsContext);
  if (tools === null || selecting === null) return null;
  const { ids } = tools;
  return {
    ...tools,
    isSelecting: selecting.isSelecting || ids.size > 0,
    isAllSelected: shownIds.length > 0 && shownIds.every((id) => ids.has(id)),
    setSelecting: (next) => {
      selecting.setSelecting(next);
      if (!next) tools.clear();
    },
  };
}
