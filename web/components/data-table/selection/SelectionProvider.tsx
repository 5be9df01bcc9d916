import { useMemo, useState, type ReactNode } from "react";
import {
  SelectingContext,
  SelectionContext,
  ShownIdsContext,
  type SelectionTools,
} from "./selectionContext";

type SelectionProviderProps = {
  /** Null: rows have no checkboxes. */
  tools: SelectionTools | null;
  shownIds: readonly string[];
  children: ReactNode;
};

/**
 * Provides the selection to the checkboxes of rows and cards, and to the button that shows them on
 * cards.
 */
export function SelectionProvider({ tools, shownIds, children }: SelectionProviderProps) {
  const [isSelecting, setSelecting] = useState(false);
  const selecting = useMemo(() => ({ isSelecting, setSelecting }), [isSelecting]);
  return (
    <SelectionContext value={tools}>
      <SelectingContext value={selecting}>
        <ShownIdsContext value={shownIds}>{children}</ShownIdsContext>
      </SelectingContext>
    </SelectionContext>
  );
}
