import { VERSION } from "#domain/common/version";
import type { AppFacts } from "#domain/operations/diagnosis";
import type { EngineFacts } from "#domain/operations/engineHealth";

/** Facts of a deployment without problems, last backed up at `madeAt`. */
export const wellApp = (now: number, madeAt = now): AppFacts => ({
  now,
  version: VERSION,
  backups: { madeAt, failure: null },
  hasMailService: true,
  failedMails: 0,
  queuedSince: null,
  failingWebhooks: [],
});

/** What an embedded deployment in which all is well says of its server, before the first check. */
export const WELL_ENGINE: EngineFacts = {
  lastCheck: null,
  dataFile: { bytes: 1e9, usedBytes: 1e9, oldestReaderMs: null },
  freeBytes: 50e9,
  blockedCalls: 0,
  jobs: { overdueMs: 0, failed: 0, lastFailed: null },
  previousState: null,
  node: "v24.1.0",
};
