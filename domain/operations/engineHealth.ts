import { z } from "../common/zod";

/** Address of the embedded server's report about itself (engine/http/admin.ts). */
export const ENGINE_HEALTH_PATH = "/api/engine/health";

export const engineHealthSchema = z.object({
  lastCheck: z.object({ at: z.number(), faults: z.array(z.string()) }).nullable(),
  dataFile: z.object({
    bytes: z.number(),
    usedBytes: z.number(),
    oldestReaderMs: z.number().nullable(),
  }),
  /** Free space on the disk of the data folder. */
  freeBytes: z.number(),
  blockedCalls: z.number(),
  jobs: z.object({
    /** Time since the longest-waiting job was due; 0: none waits. */
    overdueMs: z.number(),
    /** Jobs of the last day that failed. */
    failed: z.number(),
    /** Function of the newest of them. */
    lastFailed: z.string().nullable(),
  }),
  /** The state before the latest upgrade; null if none is kept. */
  previousState: z.object({ bytes: z.number(), until: z.number() }).nullable(),
  /** Version of Node, such as "v24.1.0". */
  node: z.string(),
});

/** What the embedded server reports about itself; Convex Cloud has no such report. */
export type EngineFacts = z.infer<typeof engineHealthSchema>;

/** Shown where the deployment has no such report. */
export const NO_ENGINE =
  "This is Convex Cloud or self-hosted Convex: its dashboard shows data, disk, backups and jobs.";

export const UNKNOWN_HEALTH =
  "The server reports its health in another format: its version differs.";
