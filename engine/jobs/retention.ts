import type { Clock, Database, RangeExpression } from "../commit/database";
import type { Logger } from "../logs";

const DAY_MS = 24 * 3600 * 1000;
const PERIOD_MS = 3_600_000;
const BATCH = 250; // documents per transaction: other mutations wait for at most one batch

/** Retention periods of the deployment's own records. */
const RULES = [
  // Completed scheduled functions. `sweep` begins at 0, which excludes rows without a completion
  // time.
  { table: "_scheduled_functions", index: "by_completedTime", field: "completedTime", days: 7 },
  // Outcomes of clients' mutations. A client that resends a mutation later than this runs it again.
  { table: "_session_requests", index: "by_creation_time", field: "_creationTime", days: 14 },
] as const;

/** Deletes records older than their retention period, once an hour, in bounded batches. */
export class Retention {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout;
  #isStopped = false;

  constructor(database: Database, clock: Clock, log: Logger) {
    this.#database = database;
    this.#clock = clock;
    const sweep = () =>
      this.sweep().catch((error: unknown) => {
        log.error("outdated records could not be removed", { error: String(error) });
      });
    this.#timer = setInterval(() => void sweep(), PERIOD_MS);
    this.#timer.unref();
  }

  async sweep(): Promise<void> {
    for (const { table, index, field, days } of RULES) {
      const range: RangeExpression[] = [
        { type: "Gte", fieldPath: field, value: 0 },
        { type: "Lt", fieldPath: field, value: this.#clock.now() - days * DAY_MS },
      ];
      while (!this.#isStopped && (await this.#removeBatch(`${table}.${index}`, range)) === BATCH);
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** @returns the number of documents removed */
  async #removeBatch(
    index: `${string}.${string}`,
    range: readonly RangeExpression[],
  ): Promise<number> {
    const { value } = await this.#database.write((tx) => {
      const ids: string[] = [];
      for (const { id } of tx.scan(index, tx.indexRange(index, range), "asc")) {
        ids.push(id);
        if (ids.length === BATCH) break;
      }
      for (const id of ids) tx.remove(id);
      return ids.length;
    });
    return value;
  }
}
