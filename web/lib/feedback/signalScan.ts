import { feedbackStore } from "./feedbackStore";
import type { Signal } from "./signals";

/**
 * Signals the result of a scan by a tone and by vibration, unless switched off in this browser.
 * Every scanning screen calls it; the tones load with the first scan.
 */
export function signalScan(signal: Signal): void {
  if (!feedbackStore.isOn()) return;
  // Offline, the first scan may be silent; its result is also on the screen.
  import("./signals").then(
    ({ play }) => play(signal),
    () => undefined,
  );
}
