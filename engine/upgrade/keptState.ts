import { setInterval } from "node:timers";
import type { Clock } from "../commit/types";
import type { Logger } from "../logs";
import { formatSize } from "../values/limits";
import { discardPreviousState, finishUpgrade, previousState } from "./previousState";
import type { PreviousState } from "./previousState";

const CHECK_MS = 60 * 60_000;

interface Options {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The state before the latest upgrade, for as long as an open deployment keeps it: until an
 * operator confirms the upgrade, or seven days have passed.
 */
export class KeptState {
  /** True if this start upgraded the folder. */
  readonly isNew: boolean;
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #state: PreviousState | null;

  private constructor(options: Options, state: PreviousState | null, isNew: boolean) {
    this.isNew = isNew;
    this.#options = options;
    this.#state = state;
    this.#timer = setInterval(() => void this.#discardIfExpired(), CHECK_MS).unref();
  }

  /** Ends this start's upgrade if there was one, and deletes a state that has expired. */
  static async open(options: Options): Promise<KeptState> {
    const { dataDir, clock, log } = options;
    const finished = await finishUpgrade(dataDir, clock.now());
    if (finished !== null) {
      const { folder, bytes, until } = finished;
      log.warn("the upgrade is done, and the previous version's data is kept for a rollback", {
        folder,
        size: formatSize(bytes),
        until: new Date(until).toISOString(),
      });
    }
    const kept = new KeptState(
      options,
      finished ?? (await previousState(dataDir)),
      finished !== null,
    );
    await kept.#discardIfExpired();
    return kept;
  }

  get state(): PreviousState | null {
    return this.#state;
  }

  /** Deletes the state: the operator confirms the upgrade. Returns it; null when none was kept. */
  async discard(): Promise<PreviousState | null> {
    const state = this.#state;
    if (state === null) return null;
    const { dataDir, log } = this.#options;
    await discardPreviousState(dataDir);
    this.#state = null;
    log.warn("the previous version's data was deleted", { size: formatSize(state.bytes) });
    return state;
  }

  async #discardIfExpired(): Promise<void> {
    if (this.#state === null || this.#options.clock.now() < this.#state.until) return;
    // The next check tries again.
    await this.discard().catch((error: unknown) =>
      this.#options.log.error("the previous version's data could not be deleted", {
        error: String(error),
      }),
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
