import { useMutation } from "convex/react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { api } from "../../../convex/_generated/api";
import { countedSamples } from "../../../domain/stepTexts";

/** Stops a running basket after asking once. `left`: samples whose turn has not come. */
export function StopButton({ basketId, left }: { basketId: string; left: number }) {
  const cancel = useMutation(api.baskets.cancel);
  const [isStopping, setIsStopping] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const stop = async () => {
    setIsStopping(true);
    const outcome = await attempt(cancel({ basketId }));
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
