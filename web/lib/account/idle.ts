/**
 * Signs out people who left their desk: after 15 minutes without input in any tab. Input counts at
 * most once in 500 ms; the remaining time is logged every minute.
 *
 * All tabs write the time of the last input under one key, so that working in one keeps the others
 * signed in. Each tab has its own timer and notices the end by itself.
 */
export const IDLE_TIMEOUT_MS = 900_000;
const IDLE_DEBOUNCE_MS = 500;
export const IDLE_WARNING_MS = 60_000;
/**
 * Interval at which a tab looks at the clock. The timers of a sleeping laptop stand still; the
 * clock does not.
 */
const CHECK_MS = 1000;
const LOG_MS = 60_000;

const LAST_INPUT_KEY = "sms.lastInput";

export interface Clock {
  now: () => number;
  setInterval: (run: () => void, ms: number) => unknown;
  clearInterval: (timer: unknown) => void;
}

export interface IdleOptions {
  storage: Pick<Storage, "getItem" | "setItem">;
  clock: Clock;
  /** Called once when the last minute begins, and again after new input. */
  onWarning: (remainingMs: number) => void;
  /** Called when input came after a warning, in this tab or another. */
  onActive: () => void;
  /** Called once, when the time is over; the watch has ended. */
  onIdle: () => void;
  log?: (text: string) => void;
}

export interface IdleWatch {
  /** Notes a key, click, touch or scroll. Cheap: at most one write per 500 ms. */
  input: () => void;
  stop: () => void;
}

/** Starts a watch. The start counts as input, because it is the opening of a page. */
export function watchIdle({ storage, clock, ...options }: IdleOptions): IdleWatch {
  let lastInput = clock.now();
  let lastLogged = lastInput;
  let isWarned = false;
  storage.setItem(LAST_INPUT_KEY, String(lastInput));

  const check = () => {
    const elsewhere = Number(storage.getItem(LAST_INPUT_KEY)) || 0;
    lastInput = Math.max(lastInput, elsewhere);
    const now = clock.now();
    const remainingMs = IDLE_TIMEOUT_MS - (now - lastInput);
    if (remainingMs <= 0) {
      stop();
      options.onIdle();
      return;
    }
    const isLastMinute = remainingMs <= IDLE_WARNING_MS;
    if (isLastMinute && !isWarned) options.onWarning(remainingMs);
    if (!isLastMinute && isWarned) options.onActive();
    isWarned = isLastMinute;
    if (now - lastLogged >= LOG_MS) {
      lastLogged = now;
      options.log?.(`idle sign-out in ${Math.round(remainingMs / 1000)} s`);
    }
  };

  const timer = clock.setInterval(check, CHECK_MS);
  const stop = () => clock.clearInterval(timer);

  return {
    input() {
      const now = clock.now();
      if (now - lastInput < IDLE_DEBOUNCE_MS) return;
      // A laptop that wakes up may see input before the timer runs: the time is over all the same.
      if (now - lastInput >= IDLE_TIMEOUT_MS) return check();
      lastInput = now;
      storage.setItem(LAST_INPUT_KEY, String(now));
      if (isWarned) check();
    },
    stop,
  };
}
