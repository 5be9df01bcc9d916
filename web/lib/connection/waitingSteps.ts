/**
 * Queue of steps pressed while offline. The Convex client would queue them as well, but could not
 * withdraw them; a step that waits here has not been sent.
 */
import type { ConvexReactClient } from "convex/react";
import type { Step } from "#domain/custody/workflow";
import { Listeners } from "../observable";
import { isOffline } from "./offlineReports";

/** A step that waits for the network. `label`: what it will do, such as "Receive R5CT01". */
export type WaitingStep = { readonly id: string; readonly label: string };

/** Id of a step with a sample: the same in every button and form. */
export const stepWaitingId = (step: Step, sampleId: string) => `${step} ${sampleId}`;

export type Connection = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

type Waiting = WaitingStep & { readonly settle: (mayBeSent: boolean) => void };

let waiting: readonly Waiting[] = [];
const listeners = new Listeners();

/** Returns the same array until it changes, in the order of the presses. */
export const waitingSteps = (): readonly WaitingStep[] => waiting;

export const subscribeToWaiting = listeners.add;

/**
 * Resolves with true once the server can be reached: immediately, or after a reconnect. Resolves
 * with false when the step is withdrawn, and for a second press of a step that already waits.
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
    const stops = [isOffline.subscribe(look), connection.subscribeToConnectionState(look)];
    change([...waiting, { ...step, settle }]);
  });
}

/** Withdraws a waiting step; nothing was sent. */
export function withdraw(id: string): void {
  waiting.find((step) => step.id === id)?.settle(false);
}

/** Withdraws all waiting steps, so that the next person in this browser does not send them. */
export function withdrawAll(): void {
  for (const { id } of waiting) withdraw(id);
}

function isReachable(connection: Connection): boolean {
  return !isOffline.get() && connection.connectionState().isWebSocketConnected;
}

function change(next: readonly Waiting[]): void {
  waiting = next;
  // Closing the page discards the waiting steps, so the browser asks first.
  if (next.length > 0) window.addEventListener("beforeunload", askFirst);
  else window.removeEventListener("beforeunload", askFirst);
  listeners.notify();
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
