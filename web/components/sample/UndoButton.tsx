import { useQuery } from "convex/react";
import { Undo } from "lucide-react";
import { SendButton } from "@/components/forms/SendButton";
import { useIsPast } from "@/hooks/useIsPast";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "#domain/custody/stepTexts";
import { WORKFLOW, type Step } from "#domain/custody/workflow";
import { undoWaitingId, useUndo } from "./useUndo";

type Undoable = { readonly step: Step; readonly stepId: string };

/** The viewer's latest step with the sample if the server would still undo it, else null. */
export function useUndoable(sampleId: string): Undoable | null {
  const latest = useQuery(api.custody.undoable, { sampleId });
  const isPast = useIsPast(latest?.until ?? 0);
  return !latest || isPast ? null : latest;
}

/** Undoes a step with the sample. */
export function UndoButton({ sampleId, step, stepId }: Undoable & { sampleId: string }) {
  const undo = useUndo();
  return (
    <SendButton
      variant="outline"
      icon={Undo}
      text={`${UNDO_TEXTS.button} ${WORKFLOW[step].label}`}
      waitingId={undoWaitingId(sampleId)}
      onPress={() => undo(sampleId, stepId)}
    />
  );
}
