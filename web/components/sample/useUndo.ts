import { useConvex, useMutation } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { useUntilReachable } from "@/hooks/useWaiting";
import { attempt } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "../../../domain/stepTexts";

/** A sample has one toast: the latest step's, or its undo's. */
export const stepToastId = (sampleId: string) => `step ${sampleId}`;

/** Returns the function that undoes a sample's latest step and says in a toast how it went. */
export function useUndo(): (sampleId: string) => Promise<void> {
  const undo = useMutation(api.custody.undo);
  const untilReachable = useUntilReachable();
  return useCallback(
    async (sampleId) => {
      toast.dismiss(stepToastId(sampleId));
      const step = { id: `undo ${sampleId}`, label: UNDO_TEXTS.button };
      if (!(await untilReachable(step))) return;
      const outcome = await attempt(undo({ sampleId, transactionId: newTransactionId() }));
      if (outcome.ok) toast.success(UNDO_TEXTS.done);
      else toast.error(outcome.message);
    },
    [undo, untilReachable],
  );
}

/**
 * Returns a function that calls `onGone` once the viewer's latest step with the sample is no longer
 * theirs to undo: it was undone, or something else happened. It returns the function that stops
 * this.
 */
export function useUndoWatch(): (sampleId: string, onGone: () => void) => () => void {
  const convex = useConvex();
  return useCallback(
    (sampleId, onGone) => {
      const watch = convex.watchQuery(api.custody.undoable, { sampleId });
      return watch.onUpdate(() => {
        if (watch.localQueryResult() === null) onGone();
      });
    },
    [convex],
  );
}
