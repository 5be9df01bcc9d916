import { ListChecks, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useIsPhone } from "../useIsPhone";
import { useCardSelection } from "./useCardSelection";

/** Toggles the selection mode of a phone's cards. A long press on a card also starts it. */
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
