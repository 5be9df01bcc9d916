import { useConvex, useMutation } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { useSend } from "@/hooks/useWaiting";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "#domain/custody/stepTexts";
import { toastRefusal } from "./toastRefusal";

/** The id of the toast that reports a step, until the step is undone or another one follows it. */
export const stepToastId = (stepId: string) => `step ${stepId}`;

/** The id of a sample's undo among the steps that wait for the network. */
export const undoWaitingId = (sampleId: string) => `undo ${sampleId}`;

/** `stepId`: transaction id of the step that is offered to be undone. */
type Undo = (sampleId: string, stepId: string) => Promise<void>;

/** Returns the function that undoes a step of a sample and says in a toast how it went. */
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
 * Returns a function that calls `onGone` once a step of the viewer's with the sample is no longer
 * theirs to undo: it was undone, or something else happened. It returns the function that stops
 * this, which may be called again: sonner reports a toast once for each of its dismissals.
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
        stop = null; // the client fails when a watch is ended twice
      };
    },
    [convex],
  );
}
