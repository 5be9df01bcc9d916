import { Button } from "@/components/ui/button";
import type { CardSelection } from "./useCardSelection";

/** Above the cards of a phone: begins to select, selects all, ends it. A long press on a card begins, too. */
export function CardSelectBar({ selection }: { selection: CardSelection }) {
  const { isSelecting, isAllSelected, setSelecting, toggleAll } = selection;
  return (
    <div className="flex justify-end gap-2 pb-2">
      {isSelecting && (
        <Button variant="outline" size="sm" onClick={() => toggleAll(!isAllSelected)}>
          {isAllSelected ? "Select none" : "Select all shown"}
        </Button>
      )}
      <Button
        variant="outline"
        size="sm"
        aria-pressed={isSelecting}
        onClick={() => setSelecting(!isSelecting)}
      >
        {isSelecting ? "Stop selecting" : "Select"}
      </Button>
    </div>
  );
}
