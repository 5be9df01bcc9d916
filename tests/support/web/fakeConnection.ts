import { act } from "@testing-library/react";
import type { ConvexReactClient } from "convex/react";

/** A Convex client whose connection state the test changes. */
export function fakeConnection() {
  let state = { isWebSocketConnected: true, inflightMutations: 0 };
  const listeners = new Set<() => void>();
  const client = {
    connectionState: () => state,
    subscribeToConnectionState: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ConvexReactClient;
  const change = (changes: Partial<typeof state>) => {
    state = { ...state, ...changes };
    act(() => listeners.forEach((listener) => listener()));
  };
  return { client, change };
}
