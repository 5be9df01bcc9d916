import { useSyncExternalStore } from "react";
import { feedbackStore } from "@/lib/feedback/feedbackStore";

/** True while scans are told by tones and vibration in this browser. */
export function useScanFeedback(): boolean {
  return useSyncExternalStore(feedbackStore.subscribe, feedbackStore.isOn);
}
