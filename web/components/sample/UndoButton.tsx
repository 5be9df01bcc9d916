import { useQuery } from "convex/react";
import { Undo } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useIsPast } from "@/hooks/useIsPast";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "../../../domain/stepTexts";
import { WORKFLOW } from "../../../domain/workflow";
import { useUndo } from "./useUndo";

/** Undoes the viewer's latest step with the sample, for as long as the server would let them. */
export function UndoButton({ sampleId }: { sampleId: string }) {
  const latest = useQuery(api.custody.undoable, { sampleId });
  const isPast = useIsPast(latest?.until ?? 0);
  const undo = useUndo();
  const [isUndoing, setIsUndoing] = useState(false);
  if (!latest || isPast) return null;
  const press = async () => {
    setIsUndoing(true);
    await undo(sampleId);
    setIsUndoing(false);
  };
  return (
    <Button variant="outline" loading={isUndoing} onClick={() => void press()}>
      <Undo aria-hidden />
      {UNDO_TEXTS.button} {WORKFLOW[latest.step].label}
    </Button>
  );
}
