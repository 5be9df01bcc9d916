import { useSyncExternalStore } from "react";
import { isReportedOffline, subscribeToOffline } from "@/lib/offlineReports";

/** True while the browser reports that this device lost its network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribeToOffline, isReportedOffline);
}
