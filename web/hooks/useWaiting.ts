import { useConvex } from "convex/react";
import { useCallback, useSyncExternalStore } from "react";
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
