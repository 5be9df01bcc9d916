import { ListChecks, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useIsPhone } from "../useIsPhone";
import { useCardSelection } from "./useCardSelection";

/**
 * Makes the cards of a phone show their checkboxes, and ends it. A long press on a card begins,
 * too.
 */
export function SelectButton() {
  const selection = useCardSelection();
  if (!useIsPhone() || selection === null) return null;
  const { isSelecting, setSelecting } = selection;
  return (
    <Button
      variant="outline"
      aria-label={isSelecting ? "Stop selecting" : "Select"}
      className="size-10 px-0 coarse:size-11"
      onClick={() => setSelecting(!isSelecting)}
    >
      {isSelecting ? <X aria-hidden /> : <ListChecks aria-hidden />}
    </Button>
  );
}
