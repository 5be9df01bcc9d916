import type { ConvexReactClient } from "convex/react";
import type { Step } from "#domain/custody/workflow";
import { isReportedOffline, subscribeToOffline } from "./offlineReports";

/**
 * Holds back what is pressed without a connection. The Convex client would queue it, too, but could
 * not take it back; what waits here has not been sent, and can be withdrawn.
 */

/** A press that waits for the network. `label`: what it would do, as in "Receive R5CT01". */
export type WaitingStep = { readonly id: string; readonly label: string };

/** The id of a step with a sample: one wherever its button or form stands. */
export const stepWaitingId = (step: Step, sampleId: string) => `${step} ${sampleId}`;

export type Connection = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

type Waiting = WaitingStep & { readonly settle: (mayBeSent: boolean) => void };

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

/** Answers the same array until it changes, in the order of the presses. */
export const waitingSteps = (): readonly WaitingStep[] => waiting;

/** @returns the function that ends the subscription */
export function subscribeToWaiting(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/**
 * Resolves true when the server is in reach: at once, or when the connection is back. Resolves
 * false when the step is withdrawn, and for a second press of a step that waits already.
 */
export async function untilReachable(connection: Connection, step: WaitingStep): Promise<boolean> {
  if (isReachable(connection)) return true;
  if (waiting.some(({ id }) => id === step.id)) return false;
  return new Promise((resolve) => {
    const settle = (mayBeSent: boolean) => {
      for (const stop of stops) stop();
      change(waiting.filter(({ id }) => id !== step.id));
      resolve(mayBeSent);
    };
    const look = () => isReachable(connection) && settle(true);
    const stops = [subscribeToOffline(look), connection.subscribeToConnectionState(look)];
    change([...waiting, { ...step, settle }]);
  });
}

/** Takes back a step that waits; nothing of it was sent. */
export function withdraw(id: string): void {
  waiting.find((step) => step.id === id)?.settle(false);
}

/** Takes back all that waits: the next person in this browser sends nothing of this one's. */
export function withdrawAll(): void {
  for (const { id } of waiting) withdraw(id);
}

function isReachable(connection: Connection): boolean {
  return !isReportedOffline() && connection.connectionState().isWebSocketConnected;
}

function change(next: readonly Waiting[]): void {
  waiting = next;
  // A page that is closed forgets what waits, so the browser asks first.
  if (next.length > 0) window.addEventListener("beforeunload", askFirst);
  else window.removeEventListener("beforeunload", askFirst);
  for (const onChange of listeners) onChange();
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
