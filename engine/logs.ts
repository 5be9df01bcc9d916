import type { JSONValue } from "convex/values";
import type { TransactionMetrics } from "./values/limits";

/** Receives the server's own log; each call is one structured line. */
export interface Logger {
  info(message: string, fields?: Record<string, JSONValue>): void;
  warn(message: string, fields?: Record<string, JSONValue>): void;
  error(message: string, fields?: Record<string, JSONValue>): void;
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

export type LogLevel = "LOG" | "DEBUG" | "INFO" | "WARN" | "ERROR";

/** One `console` call of a function, in the shape that `npx convex logs` prints. */
export interface LogLine {
  readonly level: LogLevel;
  /** Arguments of the call, each formatted by `util.inspect`. */
  readonly messages: readonly string[];
  /** Epoch ms. */
  readonly timestamp: number;
  readonly isTruncated: boolean;
}

/** Formats a line for clients: `[LOG] 'text' { a: 1 }`. */
export function formatLogLine(line: LogLine): string {
  const truncated = line.isTruncated ? " (truncated due to length)" : "";
  return `[${line.level}] ${line.messages.join(" ")}${truncated}`;
}

/** A finished function run: an entry of `/api/stream_function_logs`. */
export interface FunctionLogEntry {
  readonly kind: "Completion";
  readonly udfType: "Query" | "Mutation" | "Action" | "HttpAction";
  /** `messages:send`, or `GET /path` of an HTTP action. */
  readonly identifier: string;
  readonly logLines: readonly LogLine[];
  /** Epoch seconds. */
  readonly timestamp: number;
  /** Seconds. */
  readonly executionTime: number;
  readonly error: string | null;
  readonly requestId: string;
  readonly executionId: string;
  /** Origin of the call: a client, an action, or the scheduler. */
  readonly caller: string;
  readonly identityType: "unknown" | "user" | "instance_admin";
  /** Null for an action, which has no transaction. */
  readonly usage: RunUsage | null;
}

/** How much of the limits of a transaction a run has used. */
export interface RunUsage extends TransactionMetrics {
  /** Thread time of the function's own code: `LIMITS.userTimeMs`. */
  readonly userTimeMs: number;
}

// Limits on the entries that `npx convex logs --history` can print.
const KEPT_ENTRIES = 1_000;
const KEPT_CHARS = 8_000_000; // total text; one run may print 8 MB

type Page = { entries: FunctionLogEntry[]; newCursor: number };

/** Keeps the latest function runs in memory, for `npx convex logs` and the server's own output. */
export class LogStream {
  readonly #entries: { cursor: number; chars: number; entry: FunctionLogEntry }[] = [];
  #chars = 0;
  readonly #listeners = new Set<(entry: FunctionLogEntry) => void>();
  #cursor = 0; // epoch ms of the newest entry, incremented where needed to stay unique

  append(entry: FunctionLogEntry): void {
    this.#cursor = Math.max(this.#cursor + 1, Math.floor(entry.timestamp * 1000));
    const printed = entry.logLines.reduce((sum, line) => sum + line.messages.join().length, 0);
    const chars = printed + entry.identifier.length + (entry.error?.length ?? 0);
    this.#chars += chars;
    this.#entries.push({ cursor: this.#cursor, chars, entry });
    while (this.#entries.length > KEPT_ENTRIES || this.#chars > KEPT_CHARS) {
      this.#chars -= this.#entries.shift()?.chars ?? 0;
    }
    for (const listener of this.#listeners) listener(entry);
  }

  /** Returns the entries newer than `cursor` (0: all retained entries). */
  after(cursor: number): Page {
    const newer = this.#entries.filter((kept) => kept.cursor > cursor);
    return { entries: newer.map(({ entry }) => entry), newCursor: Math.max(cursor, this.#cursor) };
  }

  /** Like `after`, but waits up to `timeoutMs` when there are no entries yet. */
  async nextAfter(cursor: number, timeoutMs: number): Promise<Page> {
    if (this.#cursor > cursor) return this.after(cursor);
    await new Promise<void>((resolve) => {
      const stop = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve();
      };
      const timer = setTimeout(stop, timeoutMs);
      const unsubscribe = this.subscribe(stop);
    });
    return this.after(cursor);
  }

  subscribe(listener: (entry: FunctionLogEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
