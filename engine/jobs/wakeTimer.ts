import type { Clock } from "../commit/database";

const LONGEST_WAIT_MS = 60_000; // then the clock is read again, because it may have been set

/** Calls back once, at the earliest of the times passed to `wakeBy`. */
export class WakeTimer {
  readonly #clock: Clock;
  readonly #onWake: () => void;
  #timer: NodeJS.Timeout | undefined;
  #at = Infinity;

  constructor(clock: Clock, onWake: () => void) {
    this.#clock = clock;
    this.#onWake = onWake;
  }

  /** Calls back at `at` (epoch ms), or earlier if an earlier time is already set. */
  wakeBy(at: number): void {
    if (at < this.#at) {
      this.#at = at;
      this.#wait();
    }
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#at = Infinity;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const delayMs = Math.min(Math.max(this.#at - this.#clock.now(), 0), LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => {
      if (this.#clock.now() < this.#at) return this.#wait();
      this.#at = Infinity;
      this.#onWake();
    }, delayMs);
  }
}
