import { useMutation } from "convex/react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { api } from "../../../convex/_generated/api";
import { countedSamples } from "../../../domain/stepTexts";

type StopButtonProps = {
  /** Baskets that run, or wait for one of them; the last begins last. */
  basketIds: readonly string[];
  /** Samples whose turn has not come. */
  left: number;
};

/** Stops running baskets after asking once. */
export function StopButton({ basketIds, left }: StopButtonProps) {
  const cancel = useMutation(api.baskets.cancel);
  const [isStopping, setIsStopping] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const stop = async () => {
    setIsStopping(true);
    // The last first: none begins because the one before it was stopped.
    const stopped = basketIds.toReversed().map((basketId) => cancel({ basketId }));
    const outcome = await attempt(Promise.all(stopped));
    setIsStopping(false);
    setRefusal(outcome.ok ? null : outcome.message);
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
      confirm={
        <Button variant="destructive" loading={isStopping} onClick={() => void stop()}>
          Stop
        </Button>
      }
    />
  );
}
