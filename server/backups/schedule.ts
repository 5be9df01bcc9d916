import { readdir } from "node:fs/promises";
import { HOUR_MS, MINUTE_MS } from "#domain/common/durations";
import type { Deployment } from "../../engine/deployment";
import type { Logger } from "../../engine/logs";
import { runMutation } from "../internalCalls";
import { makeBackup, type BackupSettings } from "./nightlyBackup";
import { backupTime, isDue } from "./retention";

const CHECK_MS = 5 * MINUTE_MS;
/** Pause after a failed attempt. */
const RETRY_MS = HOUR_MS;

interface Options {
  readonly deployment: Deployment;
  readonly settings: BackupSettings;
  /** Path of the built `engine` program. */
  readonly engine: string;
  readonly log: Logger;
}

/**
 * Makes a backup each night, and soon after a start that missed one. Failures are logged and
 * reported to the admins.
 */
export class BackupSchedule {
  readonly #options: Options;
  #timer: NodeJS.Timeout | null = null;
  #attempt: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();
  #retryAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#wait();
  }

  /** Ends a backup in progress. The next start makes it. */
  async close(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#attempt;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#attempt = this.makeIfDue();
      void this.#attempt.then(() => !this.#stopping.signal.aborted && this.#wait());
    }, CHECK_MS).unref();
  }

  /** Makes a backup unless none is due, or the last attempt failed within the hour. */
  async makeIfDue(): Promise<void> {
    const { deployment, settings, engine, log } = this.#options;
    const now = Date.now();
    if (now < this.#retryAt) return;
    const newest = await newestBackup(settings.folder);
    if (!isDue(newest, now)) return;
    try {
      const { signal } = this.#stopping;
      const { file, bytes } = await makeBackup(deployment, settings, { engine, now, signal });
      log.info("backup made and verified", { file, bytes });
      await runMutation(deployment, "operations:backupMade", {});
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#retryAt = now + RETRY_MS;
      const reason = error instanceof Error ? error.message : String(error);
      log.error("the nightly backup failed", { error: reason });
      await runMutation(deployment, "operations:backupFailed", { error: reason }).catch(() => {});
    }
  }
}

/** Returns the time of the newest automatic backup in `folder`, epoch ms; null if there is none. */
async function newestBackup(folder: string): Promise<number | null> {
  const names = await readdir(folder).catch(() => []);
  const times = names.flatMap((name) => backupTime(name) ?? []);
  return times.length > 0 ? Math.max(...times) : null;
}
