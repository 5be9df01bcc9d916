import { useMutation } from "convex/react";
import { useState } from "react";
import { countedSamples } from "@/components/basket/stepWords";
import { Banner } from "@/components/Banner";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { api } from "../../../convex/_generated/api";

/** Stops what is under way after asking once. `left`: samples whose turn has not come. */
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
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button variant="outline">Stop</Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Stop here?</AlertDialogTitle>
          <AlertDialogDescription>
            What is done stays done. {countedSamples(left)} would stay as they are, and can be taken
            up again.
          </AlertDialogDescription>
        </AlertDialogHeader>
        {refusal !== null && <Banner tone="error">{refusal}</Banner>}
        <AlertDialogFooter>
          <AlertDialogCancel>Go on</AlertDialogCancel>
          <Button variant="destructive" loading={isStopping} onClick={() => void stop()}>
            Stop
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
