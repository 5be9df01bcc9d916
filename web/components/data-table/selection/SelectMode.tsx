import { Button } from "@/components/ui/button";
import { useOptionalSelection } from "./selectionContext";

/** On a phone: turns cards into something to tick; nothing for a table, whose rows have checkboxes. */
export function SelectMode() {
  const tools = useOptionalSelection();
  if (tools === null) return null;
  const { isSelecting, shownIds, ids, setSelecting, toggleAll } = tools;
  const isAll = shownIds.length > 0 && shownIds.every((id) => ids.has(id));
  return (
    <div className="flex w-full gap-2 md:hidden">
      <Button
        variant="outline"
        className="flex-1"
        aria-pressed={isSelecting}
        onClick={() => setSelecting(!isSelecting)}
      >
        {isSelecting ? "Stop selecting" : "Select"}
      </Button>
      {isSelecting && (
        <Button variant="outline" className="flex-1" onClick={() => toggleAll(!isAll)}>
          {isAll ? "Select none" : "Select all shown"}
        </Button>
      )}
    </div>
  );
}
