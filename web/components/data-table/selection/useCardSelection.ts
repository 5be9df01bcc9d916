import { useContext } from "react";
import {
  MatchCountContext,
  SelectingContext,
  SelectionContext,
  type MatchCount,
  type Selecting,
} from "./selectionContext";
import type { Selection } from "./useSelection";

export type CardSelection = Selection & Selecting & { readonly matchCount: MatchCount };

/**
 * The selection mode of cards, in which they show checkboxes and nothing else in them reacts. Null
 * in a table without a selection.
 */
export function useCardSelection(): CardSelection | null {
  const selection = useContext(SelectionContext);
  const selecting = useContext(SelectingContext);
  const matchCount = useContext(MatchCountContext);
  if (selection === null || selecting === null) return null;
  return {
    ...selection,
    matchCount,
    isSelecting: selecting.isSelecting || selection.ids.size > 0,
    setSelecting: (next) => {
      selecting.setSelecting(next);
      if (!next) selection.clear();
    },
  };
}
