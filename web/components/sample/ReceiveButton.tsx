import { useState } from "react";
import { toast } from "sonner";
import { Button, type ButtonProps } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { STEP_TEXTS } from "../../../domain/stepTexts";
import type { AcknowledgeStep } from "../../../domain/workflow";
import { stepFailure } from "./refusalText";
import { STEP_ICONS } from "./steps";
import { useStep } from "./useStep";
import { useStepToast } from "./useUndo";

/** The acknowledgements of one press. A loss is judged on its own page. */
export type ReceiptStep = Exclude<AcknowledgeStep, "acknowledgeLost">;

export function isReceipt(step: string): step is ReceiptStep {
  return step === "acknowledgeTransfer" || step === "acknowledgeReturn";
}

type ReceiveButtonProps = Pick<ButtonProps, "size" | "className"> & {
  step: ReceiptStep;
  sample: { readonly _id: string; readonly serialNumber: string };
  /** Accessible name; by default the step and the serial number. */
  label?: string;
};

/** Receives a sample in place, with one press, which the toast then offers to undo. */
export function ReceiveButton({ step, sample, label, ...button }: ReceiveButtonProps) {
  const takeStep = useStep(step);
  const showDone = useStepToast();
  const [transactionId] = useState(newTransactionId); // two presses, one receipt
  const [isSending, setIsSending] = useState(false);
  const { button: text } = STEP_TEXTS[step];
  const Icon = STEP_ICONS[step];
  const receive = async () => {
    setIsSending(true);
    const outcome = await attempt(
      takeStep({ sampleId: sample._id, transactionId, chosen: "", details: {} }),
    );
    setIsSending(false);
    if (outcome.ok) showDone(step, sample._id);
    else toast.error(stepFailure(step, outcome).message);
  };
  return (
    <Button
      {...button}
      loading={isSending}
      aria-label={label ?? `${text} ${sample.serialNumber}`}
      onClick={() => void receive()}
    >
      <Icon aria-hidden />
      {text}
    </Button>
  );
}
