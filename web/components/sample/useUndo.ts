import { useConvex, useMutation } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { useSend } from "@/hooks/useWaiting";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "#domain/custody/stepTexts";
import { toastRefusal } from "./refusalText";

/** Id of the toast that reports a step, until the step is undone or followed by another. */
export const stepToastId = (stepId: string) => `step ${stepId}`;

/** Id of a sample's undo in the queue of steps that wait for the network. */
export const undoWaitingId = (sampleId: string) => `undo ${sampleId}`;

/** `stepId`: transaction id of the step to undo. */
type Undo = (sampleId: string, stepId: string) => Promise<void>;

/** Returns a function that undoes a step with a sample; a toast shows the result. */
export function useUndo(): Undo {
  const undo = useMutation(api.custody.undo);
  const send = useSend();
  return useCallback(
    async (sampleId, stepId) => {
      toast.dismiss(stepToastId(stepId));
      const step = { id: undoWaitingId(sampleId), label: UNDO_TEXTS.button };
      const outcome = await send(step, () =>
        undo({ sampleId, stepId, transactionId: newTransactionId() }),
      );
      if (outcome?.ok) toast.success(UNDO_TEXTS.done);
      else if (outcome) toastRefusal(outcome.message);
    },
    [undo, send],
  );
}

type WatchUndo = (sampleId: string, stepId: string, onGone: () => void) => () => void;

/**
 * Returns a function that calls `onGone` once the viewer can no longer undo a step with the sample:
 * it was undone, or another step followed. It returns an unsubscribe function, which may be called
 * more than once: sonner reports each dismissal of a toast.
 */
export function useUndoWatch(): WatchUndo {
  const convex = useConvex();
  return useCallback(
    (sampleId, stepId, onGone) => {
      const watch = convex.watchQuery(api.custody.undoable, { sampleId });
      let stop: (() => void) | null = watch.onUpdate(() => {
        const latest = watch.localQueryResult();
        if (latest !== undefined && latest?.stepId !== stepId) onGone();
      });
      return () => {
        stop?.();
        stop = null; // Convex throws if a watch is ended twice
      };
    },
    [convex],
  );
}
