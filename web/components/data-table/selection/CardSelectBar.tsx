import { Button } from "@/components/ui/button";
import { SELECT_ALL_LOADING, selectAllLabel } from "./selectionContext";
import type { CardSelection } from "./useCardSelection";

/** Toolbar above a phone's cards in selection mode. */
export function CardSelectBar({ selection }: { selection: CardSelection }) {
  const { ids, matchCount, toggleAll } = selection;
  const label = selectAllLabel(matchCount);
  const isAll = ids.size > 0 && label !== null && ids.size >= matchCount.count;
  return (
    <div className="flex justify-end pb-2">
      <Button
        variant="outline"
        size="sm"
        disabled={label === null}
        onClick={() => toggleAll(!isAll)}
      >
        {isAll ? "Select none" : (label ?? SELECT_ALL_LOADING)}
      </Button>
    </div>
  );
}
