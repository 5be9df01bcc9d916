import { useCallback } from "react";
import { toast } from "sonner";
import { deviceName } from "#domain/samples/deviceName";
import { STEP_TEXTS, UNDO_TEXTS } from "#domain/custody/stepTexts";
import type { Step } from "#domain/custody/workflow";
import { PersonName } from "./Person";
import { stepToastId, useUndo, useUndoWatch } from "./useUndo";

/** Time for which the toast offers the undo, ms; the sample's page offers it for longer. */
const OFFER_MS = 12_000;

export type ToldSample = {
  readonly _id: string;
  readonly brand: string;
  readonly model: string;
  readonly serialNumber: string;
};

/** A step that was taken. */
type DoneStep = {
  readonly step: Step;
  readonly sample: ToldSample;
  readonly transactionId: string;
  /** E-mail of the person asked by a request. */
  readonly recipient?: string;
};

/**
 * Returns a function that reports a completed step: what was done, to whom, and an undo button. The
 * toast closes when the step is undone or followed by another.
 */
export function useStepToast(): (done: DoneStep) => void {
  const undo = useUndo();
  const watchUndo = useUndoWatch();
  return useCallback(
    ({ step, sample, transactionId: stepId, recipient }) => {
      const id = stepToastId(stepId);
      const stop = watchUndo(sample._id, stepId, () => toast.dismiss(id));
      toast.success(STEP_TEXTS[step].done, {
        id,
        description: (
          <>
            {deviceName(sample)} {sample.serialNumber}
            {recipient !== undefined && recipient !== "" && (
              <>
                {" → "}
                <PersonName email={recipient} />
              </>
            )}
          </>
        ),
        duration: OFFER_MS,
        action: { label: UNDO_TEXTS.button, onClick: () => void undo(sample._id, stepId) },
        onDismiss: stop,
        onAutoClose: stop,
      });
    },
    [undo, watchUndo],
  );
}
