import { useMutation } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { attempt } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { STEP_TEXTS, UNDO_TEXTS } from "../../../domain/stepTexts";
import type { Step } from "../../../domain/workflow";

/** Time that the offer to undo stays in the corner, ms; the sample's page offers it for longer. */
const OFFER_MS = 12_000;

/** Returns the function that undoes a sample's latest step and says in a toast how it went. */
export function useUndo(): (sampleId: string) => Promise<void> {
  const undo = useMutation(api.custody.undo);
  return useCallback(
    async (sampleId) => {
      const outcome = await attempt(undo({ sampleId, transactionId: newTransactionId() }));
      if (outcome.ok) toast.success(UNDO_TEXTS.done);
      else toast.error(outcome.message);
    },
    [undo],
  );
}

/** Returns the function that reports a step that was taken, with the offer to undo it. */
export function useStepToast(): (step: Step, sampleId: string) => void {
  const undo = useUndo();
  return useCallback(
    (step, sampleId) => {
      toast.success(STEP_TEXTS[step].done, {
        duration: OFFER_MS,
        action: { label: UNDO_TEXTS.button, onClick: () => void undo(sampleId) },
      });
    },
    [undo],
  );
}
