import { Clock } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useLostSince } from "@/hooks/useLostSince";
import { useIsWaiting } from "@/hooks/useWaiting";
import { newTransactionId } from "@/lib/transactionId";
import { stepWaitingId, withdraw } from "@/lib/waitingSteps";
import { MESSAGES } from "../../../domain/messages";
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

/**
 * Receives a sample in place, with one press, which the toast then offers to undo. Without a
 * connection the press waits for it, and the next one withdraws it.
 */
export function ReceiveButton({ step, sample, label, ...button }: ReceiveButtonProps) {
  const receive = useReceive();
  const [transactionId] = useState(newTransactionId); // two presses, one receipt
  const [isSending, setIsSending] = useState(false);
  const { button: text } = STEP_TEXTS[step];
  const isLost = useLostSince() !== null;
  const waitingId = stepWaitingId(step, sample._id);
  const isWaiting = useIsWaiting(waitingId);
  const Icon = isLost ? Clock : STEP_ICONS[step];
  const name = label ?? `${text} ${sample.serialNumber}`;
  if (isWaiting) {
    return (
      <Button
        {...button}
        variant="outline"
        title={`${MESSAGES.waitsForNetwork} Press to withdraw.`}
        aria-label={`${MESSAGES.withdraw} ${name}`}
        onClick={() => withdraw(waitingId)}
      >
        <Clock aria-hidden />
        Waiting
      </Button>
    );
  }
  const press = async () => {
    setIsSending(true);
    await receive(step, sample, transactionId);
    setIsSending(false);
  };
  return (
    <Button
      {...button}
      {...(isLost && { variant: "outline", title: MESSAGES.sentLater })}
      loading={isSending}
      aria-label={name}
      onClick={() => void press()}
    >
      <Icon aria-hidden />
      {text}
    </Button>
  );
}
