import { useConvex, useMutation } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { useSend } from "@/hooks/useWaiting";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "../../../domain/stepTexts";
import { PeopleInText } from "./PeopleInText";

/** A sample has one toast: the latest step's, or its undo's. */
export const stepToastId = (sampleId: string) => `step ${sampleId}`;

/** The id of a sample's undo among the steps that wait for the network. */
export const undoWaitingId = (sampleId: string) => `undo ${sampleId}`;

/** Returns the function that undoes a sample's latest step and says in a toast how it went. */
export function useUndo(): (sampleId: string) => Promise<void> {
  const undo = useMutation(api.custody.undo);
  const send = useSend();
  return useCallback(
    async (sampleId) => {
      toast.dismiss(stepToastId(sampleId));
      const step = { id: undoWaitingId(sampleId), label: UNDO_TEXTS.button };
      const outcome = await send(step, () => undo({ sampleId, transactionId: newTransactionId() }));
      if (outcome?.ok) toast.success(UNDO_TEXTS.done);
      else if (outcome) toast.error(<PeopleInText>{outcome.message}</PeopleInText>);
    },
    [undo, send],
  );
}

/**
 * Returns a function that calls `onGone` once the viewer's latest step with the sample is no longer
 * theirs to undo: it was undone, or something else happened. It returns the function that stops
 * this, which may be called again: sonner reports a toast once for each of its dismissals.
 */
export function useUndoWatch(): (sampleId: string, onGone: () => void) => () => void {
  const convex = useConvex();
  return useCallback(
    (sampleId, onGone) => {
      const watch = convex.watchQuery(api.custody.undoable, { sampleId });
      let stop: (() => void) | null = watch.onUpdate(() => {
        if (watch.localQueryResult() === null) onGone();
      });
      return () => {
        stop?.();
        stop = null; // the client fails when a watch is ended twice
      };
    },
    [convex],
  );
}
