import { Listeners } from "../observable";

/** Stores in the browser whether scans are signalled by tones and vibration (default: on). */

const KEY = "scanFeedback";
const OFF = "off";

export interface FeedbackStore {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
  /** @returns unsubscribe */
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createFeedbackStore(storage: Storage): FeedbackStore {
  const listeners = new Listeners();
  let isOn = !isRefused(storage);
  return {
    isOn: () => isOn,
    set: (next) => {
      isOn = next;
      try {
        if (next) storage.removeItem(KEY);
        else storage.setItem(KEY, OFF);
      } catch {
        // Storage is full or disabled: the choice lasts until the page is closed.
      }
      listeners.notify();
    },
    subscribe: listeners.add,
  };
}

function isRefused(storage: Storage): boolean {
  try {
    return storage.getItem(KEY) === OFF;
  } catch {
    return false;
  }
}

/** One store per page. */
export const feedbackStore = createFeedbackStore(window.localStorage);
