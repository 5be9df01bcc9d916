import { checkData, type CheckReport } from "../check";
import type { Clock, Database } from "../commit/database";
import type { Logger } from "../logs";

/**
 * Delay of the first pass: short, because a disk fault may have caused the restart, but not zero,
 * because users are waiting for the server.
 */
const FIRST_AFTER_MS = 60_000;
const PERIOD_MS = 24 * 3_600_000;

/** Result of the newest finished pass. */
export interface ScrubResult extends CheckReport {
  /** Time at which the pass ended, epoch ms. */
  readonly at: number;
}

/**
 * Reads the whole data folder once a day, slowly, and logs damage. Without it, damage to data that
 * is never read would stay unnoticed until every backup contained it. Each snapshot of the store
 * stays open for only a few milliseconds: storage/passTally.ts.
 */
export class Scrub {
  readonly #database: Database;
  readonly #filesFolder: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #last: ScrubResult | null = null;

  constructor(options: { database: Database; filesFolder: string; clock: Clock; log: Logger }) {
    this.#database = options.database;
    this.#filesFolder = options.filesFolder;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#timer = this.#schedule(FIRST_AFTER_MS);
  }

  /** null until the first pass has ended. */
  get last(): ScrubResult | null {
    return this.#last;
  }

  /** Runs a pass and logs its result. */
  async pass({ isSlow }: { isSlow: boolean }): Promise<ScrubResult> {
    const { signal } = this.#stopping;
    const report = await checkData(this.#database, this.#filesFolder, { isSlow, signal });
    this.#last = { at: this.#clock.now(), ...report };
    const { entries, files, faults, dataFile } = report;
    for (const fault of faults) this.#log.error("the data is damaged", { fault });
    if (faults.length === 0) {
      this.#log.info("the data is whole", { entries, files, dataFile: { ...dataFile } });
    }
    return this.#last;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  #schedule(afterMs: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#running = this.pass({ isSlow: true }).then(
        () => {},
        (error: unknown) => {
          if (this.#stopping.signal.aborted) return;
          this.#log.error("the data could not be checked", { error: String(error) });
        },
      );
      void this.#running.then(() => {
        if (!this.#stopping.signal.aborted) this.#timer = this.#schedule(PERIOD_MS);
      });
    }, afterMs);
    return timer.unref();
  }
}
