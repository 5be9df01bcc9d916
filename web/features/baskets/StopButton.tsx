import { useMutation } from "convex/react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { useSend } from "@/hooks/useWaiting";
import { api } from "../../../convex/_generated/api";
import { countedSamples } from "#domain/custody/stepTexts";

type StopButtonProps = {
  /** Baskets that run, or wait for one of them; the last begins last. */
  basketIds: readonly string[];
  /** Samples whose turn has not come. */
  left: number;
};

/** Stops running baskets after asking once. */
export function StopButton({ basketIds, left }: StopButtonProps) {
  const cancel = useMutation(api.baskets.cancel);
  const send = useSend();
  const [isStopping, setIsStopping] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const waitingId = `stop ${basketIds.join()}`;
  const stop = async () => {
    setIsStopping(true);
    // The last first: none begins because the one before it was stopped.
    const outcome = await send({ id: waitingId, label: "Stop" }, () =>
      Promise.all(basketIds.toReversed().map((basketId) => cancel({ basketId }))),
    );
    setIsStopping(false);
    setRefusal(outcome?.ok === false ? outcome.message : null);
  };
  return (
    <ConfirmDialog
      trigger={<Button variant="outline">Stop</Button>}
      question="Stop here?"
      explanation={
        <>
          What is done stays done. {countedSamples(left)} would stay as they are, and can be taken
          up again.
        </>
      }
      error={refusal}
      cancel="Go on"
      waitingId={waitingId}
      confirm={
        <Button variant="destructive" loading={isStopping} onClick={() => void stop()}>
          Stop
        </Button>
      }
    />
  );
}
