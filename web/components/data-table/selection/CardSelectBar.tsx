import { Button } from "@/components/ui/button";
import type { CardSelection } from "./useCardSelection";

/** Above the cards of a phone while people select. */
export function CardSelectBar({ selection }: { selection: CardSelection }) {
  const { isAllSelected, toggleAll } = selection;
  return (
    <div className="flex justify-end pb-2">
      <Button variant="outline" size="sm" onClick={() => toggleAll(!isAllSelected)}>
        {isAllSelected ? "Select none" : "Select all shown"}
      </Button>
    </div>
  );
}
