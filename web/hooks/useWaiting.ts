import { useConvex } from "convex/react";
import { useCallback, useSyncExternalStore } from "react";
import {
  subscribeToWaiting,
  untilReachable,
  waitingSteps,
  type WaitingStep,
} from "@/lib/waitingSteps";

/** Presses that wait for the network, in their order. */
export function useWaitingSteps(): readonly WaitingStep[] {
  return useSyncExternalStore(subscribeToWaiting, waitingSteps);
}

/** True while the step of this id waits for the network. */
export function useIsWaiting(id: string | undefined): boolean {
  return useWaitingSteps().some((step) => step.id === id);
}

/** Returns `untilReachable` of the page's connection. */
export function useUntilReachable(): (step: WaitingStep) => Promise<boolean> {
  const client = useConvex();
  return useCallback((step) => untilReachable(client, step), [client]);
}
