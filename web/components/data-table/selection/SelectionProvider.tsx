import { useMemo, useState, type ReactNode } from "react";
import {
  MatchCountContext,
  SelectingContext,
  SelectionContext,
  type MatchCount,
} from "./selectionContext";
import type { Selection } from "./useSelection";

type SelectionProviderProps = {
  /** Null: rows have no checkboxes. */
  selection: Selection | null;
  matchCount: MatchCount;
  children: ReactNode;
};

/**
 * Provides the selection to the checkboxes of rows and cards, and to the button that toggles the
 * cards' selection mode.
 */
export function SelectionProvider({ selection, matchCount, children }: SelectionProviderProps) {
  const [isSelecting, setSelecting] = useState(false);
  const selecting = useMemo(() => ({ isSelecting, setSelecting }), [isSelecting]);
  return (
    <SelectionContext value={selection}>
      <SelectingContext value={selecting}>
        <MatchCountContext value={matchCount}>{children}</MatchCountContext>
      </SelectingContext>
    </SelectionContext>
  );
}
