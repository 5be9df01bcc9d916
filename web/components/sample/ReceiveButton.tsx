import { useState } from "react";
import { SendButton } from "@/components/forms/SendButton";
import type { ButtonProps } from "@/components/ui/button";
import { newTransactionId } from "@/lib/transactionId";
import { stepWaitingId } from "@/lib/connection/waitingSteps";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import { STEP_ICONS } from "./steps";
import type { ToldSample } from "./useStepToast";
import { useReceive, type ReceiptStep } from "./useReceive";

type ReceiveButtonProps = Pick<ButtonProps, "size" | "className"> & {
  iconClassName?: string;
  step: ReceiptStep;
  sample: ToldSample;
  /** Accessible name; defaults to step and serial number. */
  label?: string;
};

/** Receives a sample in place with one press; a toast then offers the undo. */
export function ReceiveButton({ step, sample, label, ...button }: ReceiveButtonProps) {
  const receive = useReceive();
  const [transactionId] = useState(newTransactionId); // two presses send one acknowledgement
  const { button: text } = STEP_TEXTS[step];
  return (
    <SendButton
      {...button}
      icon={STEP_ICONS[step]}
      text={text}
      label={label ?? `${text} ${sample.serialNumber}`}
      waitingId={stepWaitingId(step, sample._id)}
      onPress={() => receive(step, sample, transactionId)}
    />
  );
}
