import { useQuery } from "convex/react";
import { Undo } from "lucide-react";
import { SendButton } from "@/components/forms/SendButton";
import { useIsPast } from "@/hooks/useIsPast";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "#domain/custody/stepTexts";
import { WORKFLOW } from "#domain/custody/workflow";
import { undoWaitingId, useUndo } from "./useUndo";

/** Undoes the viewer's latest step with the sample; shown while the server would allow it. */
export function UndoButton({ sampleId }: { sampleId: string }) {
  const latest = useQuery(api.custody.undoable, { sampleId });
  const isPast = useIsPast(latest?.until ?? 0);
  const undo = useUndo();
  if (!latest || isPast) return null;
  return (
    <SendButton
      variant="outline"
      icon={Undo}
      text={`${UNDO_TEXTS.button} ${WORKFLOW[latest.step].label}`}
      waitingId={undoWaitingId(sampleId)}
      onPress={() => undo(sampleId, latest.stepId)}
    />
  );
}
