import { useConvex } from "convex/react";
import { useCallback } from "react";
import { useSend } from "@/hooks/useWaiting";
import { stepWaitingId } from "@/lib/connection/waitingSteps";
import { api } from "../../../convex/_generated/api";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import type { AcknowledgeStep } from "#domain/custody/workflow";
import { stepFailure, toastRefusal } from "./refusalText";
import { useStepToast, type ToldSample } from "./useStepToast";

/** Acknowledgements that one press can give. A loss is approved on its own page. */
export type ReceiptStep = Exclude<AcknowledgeStep, "acknowledgeLost">;

export function isReceipt(step: string): step is ReceiptStep {
  return step === "acknowledgeTransfer" || step === "acknowledgeReturn";
}

type Receive = (step: ReceiptStep, sample: ToldSample, transactionId: string) => Promise<void>;

/**
 * Returns a function that receives a sample in place; offline, it waits for the connection. A toast
 * shows the result and offers the undo.
 */
export function useReceive(): Receive {
  const client = useConvex();
  const send = useSend();
  const showDone = useStepToast();
  return useCallback(
    async (step, sample, transactionId) => {
      const label = `${STEP_TEXTS[step].button} ${sample.serialNumber}`;
      const outcome = await send({ id: stepWaitingId(step, sample._id), label }, () =>
        client.mutation(api.custody[step], { sampleId: sample._id, transactionId }),
      );
      if (outcome?.ok) showDone({ step, sample, transactionId });
      else if (outcome) toastRefusal(stepFailure(step, outcome).message);
    },
    [client, send, showDone],
  );
}
