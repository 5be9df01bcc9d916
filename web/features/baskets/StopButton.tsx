import { useMutation } from "convex/react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { useSend, useSending } from "@/hooks/useWaiting";
import { api } from "../../../convex/_generated/api";
import { countedSamples } from "#domain/custody/stepTexts";

type StopButtonProps = {
  /** Running or waiting baskets, in start order. */
  basketIds: readonly string[];
  /** Number of samples not processed yet. */
  left: number;
};

/** Stops running baskets after one confirmation. */
export function StopButton({ basketIds, left }: StopButtonProps) {
  const cancel = useMutation(api.baskets.cancel);
  const send = useSend();
  const { isSending, refusal, sending } = useSending();
  const waitingId = `stop ${basketIds.join()}`;
  // In reverse order, so that stopping one does not start the next.
  const cancelAll = () =>
    Promise.all(basketIds.toReversed().map((basketId) => cancel({ basketId })));
  const stop = () => sending(send({ id: waitingId, label: "Stop" }, cancelAll));
  return (
    <ConfirmDialog
      trigger={<Button variant="outline">Stop</Button>}
      question="Stop now?"
      explanation={
        <>
          What is done stays done. {countedSamples(left)} stay as they are; you can continue with
          them later.
        </>
      }
      error={refusal}
      cancel="Continue"
      waitingId={waitingId}
      confirm={
        <Button variant="destructive" loading={isSending} onClick={() => void stop()}>
          Stop
        </Button>
      }
    />
  );
}
