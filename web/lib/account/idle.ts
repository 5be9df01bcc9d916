/**
 * Signs people out after 15 minutes without input in any tab. Input is recorded at most once in 500
 * ms; the remaining time is logged every minute.
 *
 * All tabs store the time of the last input under the same key, so that working in one keeps the
 * others signed in. Each tab has its own timer and detects the timeout itself.
 */
export const IDLE_TIMEOUT_MS = 900_000;
const IDLE_DEBOUNCE_MS = 500;
export const IDLE_WARNING_MS = 60_000;
/**
 * Interval at which a tab compares the clock. Timers stop while a laptop sleeps; the clock does
 * not.
 */
const CHECK_MS = 1000;
const LOG_MS = 60_000;

const LAST_INPUT_KEY = "sms.lastInput";

/** Message after a sign-out for idleness. */
export const IDLE_NOTICE = "You were signed out after 15 minutes without activity.";

/** True if the last input in any tab was longer ago than the timeout. @param now epoch ms */
export function isPastIdleTimeout(storage: Pick<Storage, "getItem">, now: number): boolean {
  return now - (Number(storage.getItem(LAST_INPUT_KEY)) || 0) >= IDLE_TIMEOUT_MS;
}

export interface Clock {
  now: () => number;
  setInterval: (run: () => void, ms: number) => unknown;
  clearInterval: (timer: unknown) => void;
}

export interface IdleOptions {
  storage: Pick<Storage, "getItem" | "setItem">;
  clock: Clock;
  /** Called once when the last minute begins, and again after later input. */
  onWarning: (remainingMs: number) => void;
  /** Called on input after a warning, in this tab or another. */
  onActive: () => void;
  /** Called once, on timeout; the watch has ended. */
  onIdle: () => void;
  log?: (text: string) => void;
}

export interface IdleWatch {
  /** Records a key press, click, touch or scroll. Cheap: at most one write per 500 ms. */
  input: () => void;
  stop: () => void;
}

/** Starts a watch. Starting counts as input, because the page was just opened. */
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
      // After a wake-up, input may arrive before the timer runs: the timeout still applies.
      if (now - lastInput >= IDLE_TIMEOUT_MS) return check();
      lastInput = now;
      storage.setItem(LAST_INPUT_KEY, String(now));
      if (isWarned) check();
    },
    stop,
  };
}
