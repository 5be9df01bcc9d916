import { useConvex } from "convex/react";
import { useCallback, useSyncExternalStore } from "react";
import { attempt, type Attempt } from "@/lib/connection/attempt";
import {
  subscribeToWaiting,
  untilReachable,
  waitingSteps,
  type WaitingStep,
} from "@/lib/connection/waitingSteps";

/** Presses that wait for the network, in their order. */
export function useWaitingSteps(): readonly WaitingStep[] {
  return useSyncExternalStore(subscribeToWaiting, waitingSteps);
}

/** True while the step of this id waits for the network. */
export function useIsWaiting(id: string | undefined): boolean {
  return useWaitingSteps().some((step) => step.id === id);
}

type Send = <T>(step: WaitingStep, change: () => Promise<T>) => Promise<Attempt<T> | null>;

/**
 * Returns the function that makes a change on the server as soon as that is in reach, and answers
 * how it went: null when the step was withdrawn, so that nothing of it was sent.
 */
export function useSend(): Send {
  const client = useConvex();
  return useCallback(
    async (step, change) => ((await untilReachable(client, step)) ? attempt(change()) : null),
    [client],
  );
}
