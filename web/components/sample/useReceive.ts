import { useMutation } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { useUntilReachable } from "@/hooks/useWaiting";
import { attempt } from "@/lib/attempt";
import { stepWaitingId } from "@/lib/waitingSteps";
import { api } from "../../../convex/_generated/api";
import { STEP_TEXTS } from "../../../domain/stepTexts";
import type { AcknowledgeStep } from "../../../domain/workflow";
import { stepFailure } from "./refusalText";
import { useStepToast, type ToldSample } from "./useStepToast";

/** The acknowledgements of one press. A loss is judged on its own page. */
export type ReceiptStep = Exclude<AcknowledgeStep, "acknowledgeLost">;

export function isReceipt(step: string): step is ReceiptStep {
  return step === "acknowledgeTransfer" || step === "acknowledgeReturn";
}

type Receive = (step: ReceiptStep, sample: ToldSample, transactionId: string) => Promise<void>;

/**
 * Returns the function that receives a sample in place, without a connection when it is back. A
 * toast says how it went and offers to undo it.
 */
export function useReceive(): Receive {
  const acknowledgeTransfer = useMutation(api.custody.acknowledgeTransfer);
  const acknowledgeReturn = useMutation(api.custody.acknowledgeReturn);
  const untilReachable = useUntilReachable();
  const showDone = useStepToast();
  return useCallback(
    async (step, sample, transactionId) => {
      const label = `${STEP_TEXTS[step].button} ${sample.serialNumber}`;
      if (!(await untilReachable({ id: stepWaitingId(step, sample._id), label }))) return;
      const receive = step === "acknowledgeTransfer" ? acknowledgeTransfer : acknowledgeReturn;
      const outcome = await attempt(receive({ sampleId: sample._id, transactionId }));
      if (outcome.ok) showDone(step, sample);
      else toast.error(stepFailure(step, outcome).message);
    },
    [acknowledgeTransfer, acknowledgeReturn, untilReachable, showDone],
  );
}
