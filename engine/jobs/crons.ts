import type { Clock, Database, WriteTransaction } from "../commit/database";
import type { CronSpec, LoadedFunction } from "../functions/loading/loader";
import { functionPath } from "../functions/paths";
import type { Logger } from "../logs";
import { WakeTimer } from "./wakeTimer";
import { parseSchedule, type CronSchedule } from "./cronSchedule";
import type { JobQueue, ScheduledFunction } from "./queue";

/** A row of `_cron_jobs`. */
type CronRow = {
  name: string;
  /** The CronSpec as JSON text. The job starts over when `crons.ts` has a different one. */
  spec: string;
  /** Time of the next run, epoch ms. */
  nextTime: number;
  /** Id of the job's last run in `_scheduled_functions`. */
  lastRun?: string;
};

type StoredCron = CronRow & { _id: string };

/** Jobs by name. */
type Schedules = ReadonlyMap<string, { spec: CronSpec; schedule: CronSchedule }>;

const INDEX = "_cron_jobs.by_name";
const RETRY_DELAY_MS = 10_000; // after the store refused a write, for example on a full disk

/**
 * Runs the jobs of `crons.ts`. When a job is due, one transaction schedules its function for now
 * and stores the job's next time, so a crash neither loses nor repeats a run. A job that missed
 * several runs while the server was offline runs once. A job whose last run has not ended skips the
 * run that is due.
 */
export class Crons {
  readonly #database: Database;
  readonly #jobs: JobQueue;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #wakeTimer: WakeTimer;
  #schedules: Schedules = new Map();

  constructor(options: { database: Database; jobs: JobQueue; clock: Clock; log: Logger }) {
    this.#database = options.database;
    this.#jobs = options.jobs;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#wakeTimer = new WakeTimer(options.clock, () => {
      this.#runDue().catch((error: unknown) => {
        this.#log.error("cron jobs could not be started", { error: String(error) });
        this.#wakeTimer.wakeBy(this.#clock.now() + RETRY_DELAY_MS);
      });
    });
  }

  /**
   * Updates `_cron_jobs` to match `specs`. An unchanged job keeps its next time.
   *
   * @throws Error naming the job whose schedule or function is invalid
   */
  async replace(
    specs: Readonly<Record<string, CronSpec>>,
    functions: ReadonlyMap<string, LoadedFunction>,
  ): Promise<void> {
    this.#schedules = checkCrons(specs, functions);
    await this.#database.write((tx) => {
      const stored = new Map(storedCrons(tx).map((row) => [row.name, row]));
      for (const [name, { spec, schedule }] of this.#schedules) {
        const row = stored.get(name);
        stored.delete(name);
        const text = JSON.stringify(spec);
        if (row?.spec === text) continue;
        if (row) tx.remove(row._id);
        const nextTime = schedule.first(this.#clock.now());
        tx.insert("_cron_jobs", { name, spec: text, nextTime } satisfies CronRow);
      }
      for (const { _id } of stored.values()) tx.remove(_id);
    });
    await this.#runDue();
  }

  stop(): void {
    this.#wakeTimer.cancel();
  }

  /** Schedules every job that is due, and sets the wake timer for the next one. */
  async #runDue(): Promise<void> {
    const { value: next } = await this.#database.write((tx) => {
      const rows = storedCrons(tx);
      return Math.min(...rows.map((row) => this.#runIfDue(tx, row)));
    });
    this.#jobs.wake();
    if (next < Infinity) this.#wakeTimer.wakeBy(next);
  }

  /** Schedules one job if it is due. @returns the time of its next run, epoch ms */
  #runIfDue(tx: WriteTransaction, row: StoredCron): number {
    const now = this.#clock.now();
    const known = this.#schedules.get(row.name);
    if (!known || row.nextTime > now) return row.nextTime;
    let nextTime = known.schedule.after(row.nextTime);
    while (nextTime <= now) nextTime = known.schedule.after(nextTime);
    if (isActive(tx, row.lastRun)) {
      this.#log.warn("cron job passed over: its last run has not ended", { cron: row.name });
      tx.patch(row._id, { nextTime });
    } else {
      const path = functionPath(known.spec.name);
      const lastRun = this.#jobs.schedule(tx, {
        path,
        args: known.spec.args[0] ?? {},
        runAtMs: now,
      });
      tx.patch(row._id, { nextTime, lastRun });
    }
    return nextTime;
  }
}

/**
 * Parses the schedules of all jobs. @throws Error naming the job whose schedule or function is
 * invalid
 */
export function checkCrons(
  specs: Readonly<Record<string, CronSpec>>,
  functions: ReadonlyMap<string, LoadedFunction>,
): Schedules {
  return new Map(
    Object.entries(specs).map(([name, spec]) => {
      if (!functions.has(functionPath(spec.name))) {
        throw new Error(`Cron job "${name}" runs ${spec.name}, which does not exist.`);
      }
      return [name, { spec, schedule: parseSchedule(name, spec.schedule) }];
    }),
  );
}

function storedCrons(tx: WriteTransaction): StoredCron[] {
  const rows = tx.scan(INDEX, tx.indexRange(INDEX, []), "asc");
  return [...rows].map(({ json }) => JSON.parse(json) as StoredCron);
}

function isActive(tx: WriteTransaction, jobId: string | undefined): boolean {
  const found = jobId === undefined ? null : tx.get(jobId);
  if (!found) return false;
  const { kind } = (JSON.parse(found.json) as ScheduledFunction).state;
  return kind === "pending" || kind === "inProgress";
}
