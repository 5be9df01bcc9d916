import { useSyncExternalStore } from "react";
import { feedbackStore } from "@/lib/feedback/feedbackStore";

/** True while this browser signals scans by tones and vibration. */
export function useScanFeedback(): boolean {
  return useSyncExternalStore(feedbackStore.subscribe, feedbackStore.isOn);
}
