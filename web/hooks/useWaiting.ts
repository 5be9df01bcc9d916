import { useConvex } from "convex/react";
import { useCallback, useState, useSyncExternalStore } from "react";
import { attempt, type Attempt } from "@/lib/connection/attempt";
import {
  subscribeToWaiting,
  untilReachable,
  waitingSteps,
  type WaitingStep,
} from "@/lib/connection/waitingSteps";

/** Steps that wait for the network, oldest first. */
export function useWaitingSteps(): readonly WaitingStep[] {
  return useSyncExternalStore(subscribeToWaiting, waitingSteps);
}

/** True while the step of this id waits for the network. */
export function useIsWaiting(id: string | undefined): boolean {
  return useWaitingSteps().some((step) => step.id === id);
}

type Send = <T>(step: WaitingStep, change: () => Promise<T>) => Promise<Attempt<T> | null>;

/**
 * Returns a function that runs a change as soon as the server can be reached. It resolves with the
 * outcome, or null when the step was withdrawn unsent.
 */
export function useSend(): Send {
  const client = useConvex();
  return useCallback(
    async (step, change) => ((await untilReachable(client, step)) ? attempt(change()) : null),
    [client],
  );
}

/** State of a button that sends a change: whether one is under way, and why the last one failed. */
export function useSending() {
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Awaits a change, and returns its outcome. */
  const sending = async <Outcome extends Attempt<unknown> | null>(change: Promise<Outcome>) => {
    setSending(true);
    const outcome = await change;
    setSending(false);
    setRefusal(outcome?.ok === false ? outcome.message : null);
    return outcome;
  };
  return { isSending, refusal, setRefusal, sending };
}
