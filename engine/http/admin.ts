import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { JSONValue } from "convex/values";
import { streamBackup } from "../backup";
import type { Deployment } from "../deployment";
import { jobBacklog } from "../jobs/jobBacklog";
import { hasRoom } from "../storage/diskSpace";
import type { PreviousState } from "../upgrade/previousState";
import { HttpError, readJson, respondJson, respondText } from "./messages";

const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Longest wait of an `npx convex logs` poll; if nothing was logged by then, the answer is an empty
 * page.
 */
const LOG_POLL_MS = 20_000;

/**
 * Serves the official CLI, `engine backup` and `engine check`. The router has already checked the
 * admin key.
 */
export class AdminApi {
  constructor(readonly deployment: Deployment) {}

  /** `POST /api/update_environment_variables {changes: [{name, value | null}]}` */
  async setVariables(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { changes } = await readJson(request, { maxBytes: MAX_BODY_BYTES });
    if (!Array.isArray(changes)) throw new HttpError(400, "BadRequest", "'changes' must be a list");
    try {
      await this.deployment.environment.set(changes.map(variableChange));
    } catch (error) {
      if (error instanceof HttpError) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new HttpError(400, "InvalidEnvironmentVariable", message);
    }
    respondJson(response, 200, "null");
  }

  /**
   * `GET /api/stream_function_logs?cursor=`: a long poll for the log entries after `cursor`.
   * Answers `{entries, newCursor}`. For cursor 0 it answers immediately, with all retained entries.
   */
  async logs(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const cursor = Number(query.get("cursor") ?? 0);
    if (!Number.isFinite(cursor))
      throw new HttpError(400, "BadRequest", "'cursor' must be a number");
    // A first poll must not return 0, or the client's next poll would be a first poll again.
    const { entries, newCursor } =
      cursor === 0
        ? this.deployment.logs.after(0)
        : await this.deployment.logs.nextAfter(cursor, LOG_POLL_MS);
    const page = JSON.stringify({ entries, newCursor: Math.max(1, newCursor) });
    if (!response.destroyed) respondJson(response, 200, page);
  }

  /** `POST /api/engine/backup`: streams a backup in the format of backupFile.ts. */
  async backup(response: ServerResponse): Promise<void> {
    const chunks = streamBackup(this.deployment)[Symbol.asyncIterator]();
    try {
      const first = await chunks.next().catch((error: Error) => {
        throw new HttpError(500, error.name, error.message);
      });
      response.writeHead(200, {
        "Content-Type": "application/octet-stream",
        "Cache-Control": "no-store",
      });
      const content = async function* () {
        if (!first.done) yield first.value;
        yield* { [Symbol.asyncIterator]: () => chunks };
      };
      await pipeline(content, response);
    } finally {
      // If the client has already disconnected, the pipeline reads nothing, and so does not end the
      // iterator.
      await chunks.return?.();
    }
  }

  /** `POST /api/engine/check`: reads all data now, and answers with a `ScrubResult`. */
  async check(response: ServerResponse): Promise<void> {
    respondJson(response, 200, JSON.stringify(await this.deployment.scrub.pass({ isSlow: false })));
  }

  /**
   * `GET /api/engine/health`: `{lastCheck: ScrubResult | null, aheadOfClockMs: number, dataFile:
   * {bytes, usedBytes, oldestReaderMs}, freeBytes: number, blockedCalls: number, jobs: JobBacklog,
   * previousState: {keptAt, until, bytes} | null, node: string}`. `lastCheck` is the newest pass
   * over all data; `aheadOfClockMs` is how far the newest commit's timestamp is ahead of this
   * machine's clock; `dataFile` grows while a reader of an old snapshot (a backup) keeps freed
   * pages from reuse; `freeBytes` is the free space on its disk; `previousState` is the state
   * before the latest upgrade, if it is kept; `node` is the version of Node.
   */
  health(response: ServerResponse): void {
    const { scrub, database, kept, quarantine } = this.deployment;
    const now = Date.now();
    const aheadOfClockMs = Math.max(0, database.aheadOfClockMs);
    const health = {
      lastCheck: scrub.last,
      aheadOfClockMs,
      dataFile: database.storage,
      freeBytes: this.deployment.freeBytes(),
      blockedCalls: quarantine.list(now).length,
      jobs: jobBacklog(database, now),
      previousState: answerOf(kept.state),
      node: process.version,
    };
    respondJson(response, 200, JSON.stringify(health));
  }

  /**
   * `GET /health`: 200 `ready`, or 503 with the reason why people cannot work now, for load
   * balancers and monitors. It needs no key, so it names no file.
   */
  ready(response: ServerResponse): void {
    const { scrub, dataDir } = this.deployment;
    const isFull = !hasRoom(dataDir, 0, () => this.deployment.freeBytes());
    if ((scrub.last?.faults.length ?? 0) > 0) respondText(response, 503, "the data is damaged");
    else if (isFull) respondText(response, 503, "the disk is full");
    else respondText(response, 200, "ready");
  }

  /**
   * `POST /api/engine/confirm-upgrade`: deletes the state before the latest upgrade. Answers with
   * `{keptAt, until, bytes}`; null when none is kept.
   */
  async confirmUpgrade(response: ServerResponse): Promise<void> {
    respondJson(response, 200, JSON.stringify(answerOf(await this.deployment.kept.discard())));
  }

  /** `GET /api/engine/blocked`: `BlockedCall[]`, the calls that hung the server, oldest first. */
  blocked(response: ServerResponse): void {
    const { quarantine } = this.deployment;
    respondJson(response, 200, JSON.stringify(quarantine.list(Date.now())));
  }

  /**
   * `POST /api/engine/lift {id}`: unblocks one call, or all calls with the id "all". Answers with
   * the number of lifted blocks.
   */
  async lift(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id } = await readJson(request, { maxBytes: MAX_BODY_BYTES });
    if (typeof id !== "string") throw new HttpError(400, "BadRequest", "'id' must be a string");
    const lifted = this.deployment.quarantine.lift(id);
    if (lifted === 0 && id !== "all") {
      throw new HttpError(404, "NotBlocked", `No blocked call has the id ${id}`);
    }
    respondJson(response, 200, JSON.stringify(lifted));
  }
}

function answerOf(state: PreviousState | null) {
  return state && { keptAt: state.keptAt, until: state.until, bytes: state.bytes };
}

function variableChange(change: JSONValue): { name: string; value: string | null } {
  const { name, value = null } = (change ?? {}) as { name?: JSONValue; value?: JSONValue };
  if (typeof name !== "string" || (value !== null && typeof value !== "string")) {
    throw new HttpError(400, "BadRequest", "A change is {name: string, value: string | null}");
  }
  return { name, value };
}
