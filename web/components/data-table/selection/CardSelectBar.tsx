import { Button } from "@/components/ui/button";
import type { CardSelection } from "./useCardSelection";

/** Above the cards of a phone while people select. */
export function CardSelectBar({ selection }: { selection: CardSelection }) {
  const { ids, matchCount, toggleAll } = selection;
  const isAll = ids.size > 0 && ids.size >= matchCount;
  return (
    <div className="flex justify-end pb-2">
      <Button variant="outline" size="sm" onClick={() => toggleAll(!isAll)}>
        {isAll ? "Select none" : `Select all ${matchCount.toLocaleString("en-US")}`}
      </Button>
    </div>
  );
}
