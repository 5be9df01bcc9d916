import { useConvex } from "convex/react";
import { useCallback, useSyncExternalStore } from "react";

/**
 * True while the socket to the server is open. Renders again only when that changes; Convex's
 * `useConvexConnectionState` does so for every request sent or answered.
 */
export function useIsConnected(): boolean {
  const convex = useConvex();
  const subscribe = useCallback(
    (onChange: () => void) => convex.subscribeToConnectionState(onChange),
    [convex],
  );
  return useSyncExternalStore(subscribe, () => convex.connectionState().isWebSocketConnected);
}
