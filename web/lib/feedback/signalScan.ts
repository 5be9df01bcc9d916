import { feedbackStore } from "./feedbackStore";
import type { Signal } from "./signals";

/**
 * Signals the result of a scan by a tone and by vibration, unless this browser's user switched them
 * off. Every place that takes scans calls it; the tones are loaded with the first scan.
 */
export function signalScan(signal: Signal): void {
  if (!feedbackStore.isOn()) return;
  // Without a network the first scan may be silent; its result is on the screen too.
  import("./signals").then(
    ({ play }) => play(signal),
    () => undefined,
  );
}
