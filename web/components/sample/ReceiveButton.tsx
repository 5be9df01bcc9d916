import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { newTransactionId } from "@/lib/transactionId";
import { STEP_TEXTS } from "../../../domain/stepTexts";
import { STEP_ICONS } from "./steps";
import type { ToldSample } from "./useStepToast";
import { useReceive, type ReceiptStep } from "./useReceive";

type ReceiveButtonProps = Pick<ButtonProps, "size" | "className"> & {
  step: ReceiptStep;
  sample: ToldSample;
  /** Accessible name; by default the step and the serial number. */
  label?: string;
};

/** Receives a sample in place, with one press, which the toast then offers to undo. */
export function ReceiveButton({ step, sample, label, ...button }: ReceiveButtonProps) {
  const receive = useReceive();
  const [transactionId] = useState(newTransactionId); // two presses, one receipt
  const [isSending, setIsSending] = useState(false);
  const { button: text } = STEP_TEXTS[step];
  const Icon = STEP_ICONS[step];
  const press = async () => {
    setIsSending(true);
    await receive(step, sample, transactionId);
    setIsSending(false);
  };
  return (
    <Button
      {...button}
      loading={isSending}
      aria-label={label ?? `${text} ${sample.serialNumber}`}
      onClick={() => void press()}
    >
      <Icon aria-hidden />
      {text}
    </Button>
  );
}
