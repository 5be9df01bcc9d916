import { useConvex } from "convex/react";
import { useCallback, useSyncExternalStore } from "react";

/**
 * True while the socket to the server stands. Draws again only when that changes, while Convex's
 * `useConvexConnectionState` does so for each request that is sent or answered.
 */
export function useIsConnected(): boolean {
  const convex = useConvex();
  const subscribe = useCallback(
    (onChange: () => void) => convex.subscribeToConnectionState(onChange),
    [convex],
  );
  return useSyncExternalStore(subscribe, () => convex.connectionState().isWebSocketConnected);
}
