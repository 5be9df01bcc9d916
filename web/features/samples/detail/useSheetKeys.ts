import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { STEP_KEYS } from "@/components/sample/stepKeys";
import { possibleSteps, STEP_PATHS } from "@/components/sample/steps";
import { isReceipt, useReceive } from "@/components/sample/useReceive";
import { useShortcuts } from "@/hooks/keys/useShortcuts";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { newTransactionId } from "@/lib/transactionId";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { awaitsAnswerOf, type Actor } from "#domain/custody/workflow";

/**
 * The step keys of a sheet: `t` opens the transfer form, `r` receives in place. `j` and `k` have
 * their own listener.
 *
 * @returns what the pressed key is about to do, unless another key follows; null: nothing
 */
export function useSheetKeys(sample: Doc<"samples"> | undefined, actor: Actor): string | null {
  const navigate = useNavigate();
  const receive = useReceive();
  const [waiting, setWaiting] = useState<string | null>(null);
  useShortcuts((keys) => {
    if (keys === "j" || keys === "k") return "move";
    const own = STEP_KEYS.find(({ key }) => key === keys);
    if (own === undefined || sample === undefined) return null;
    const step = possibleSteps(sample, actor).find((each) => own.steps.includes(each));
    if (step === undefined) return null;
    const isInPlace = isReceipt(step) && awaitsAnswerOf(actor, sample);
    return {
      onWait: () => setWaiting(isInPlace ? "Receiving…" : own.opening),
      onCancel: () => setWaiting(null),
      run: () => {
        if (isReceipt(step) && isInPlace) void receive(step, sample, newTransactionId());
        else {
          void navigate({ to: STEP_PATHS[step], params: { id: sample._id }, state: OPENED_HERE });
        }
      },
    };
  }, "sheet");
  return waiting;
}
