import type { IncomingMessage } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Deployment } from "../deployment";
import { jobBacklog } from "../jobs/jobBacklog";
import type { LiveQueries } from "../sync/liveQueries";
import { isLoopback } from "./clientIp";

/** A figure that is computed for each scrape. */
export interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** Upper bounds of the histogram of run times, in seconds. */
const BUCKETS = [0.002, 0.01, 0.05, 0.2, 1, 5];

/**
 * Figures of a running deployment for Prometheus: each function's runs and failures, live queries,
 * the data file, its disk, and Node's own (memory, event loop, garbage collection).
 */
export class Metrics {
  readonly registry = new Registry();

  constructor(deployment: Deployment, liveQueries: LiveQueries) {
    collectDefaultMetrics({ register: this.registry });
    this.#countRuns(deployment);
    const { database, scrub, quarantine } = deployment;
    const held = () => liveQueries.held;
    this.gauge(
      "engine_live_queries",
      "Distinct live queries, watched and kept",
      () => liveQueries.size,
    );
    this.gauge("engine_query_watches", "Subscriptions to live queries", () => held().watches);
    this.gauge("engine_idle_result_bytes", "Kept results nobody watches", () => held().idleBytes);
    this.gauge(
      "engine_data_file_bytes",
      "Size of store/documents.mdb",
      () => database.storage.bytes,
    );
    this.gauge("engine_data_used_bytes", "Part of it in use", () => database.storage.usedBytes);
    this.gauge(
      "engine_oldest_reader_seconds",
      "Age of the oldest reader, which keeps freed pages from reuse",
      () => (database.storage.oldestReaderMs ?? 0) / 1000,
    );
    this.gauge("engine_disk_free_bytes", "Free space on the data's disk", () =>
      deployment.freeBytes(),
    );
    this.gauge("engine_data_faults", "Faults that the latest check of all data found", () =>
      scrub.last === null ? 0 : scrub.last.faults.length,
    );
    this.gauge(
      "engine_jobs_overdue_seconds",
      "How long the longest-waiting scheduled function has been due",
      () => jobBacklog(database, Date.now()).overdueMs / 1000,
    );
    this.gauge(
      "engine_jobs_failed",
      "Scheduled functions that failed within a day, 100 at most",
      () => jobBacklog(database, Date.now()).failed,
    );
    this.gauge(
      "engine_blocked_calls",
      "Calls refused because they hung the server",
      () => quarantine.list(Date.now()).length,
    );
  }

  gauge(name: string, help: string, read: GaugeOptions["read"]): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  #countRuns({ logs, functions }: Deployment): void {
    const registers = [this.registry];
    const labelNames = ["function", "type"] as const;
    const seconds = new Histogram({
      ...{ name: "engine_function_seconds", help: "Run times of functions" },
      ...{ buckets: BUCKETS, labelNames, registers },
    });
    const errors = new Counter({
      ...{ name: "engine_function_errors_total", help: "Runs that threw, refusals included" },
      ...{ labelNames, registers },
    });
    logs.subscribe(({ udfType, identifier, executionTime, error }) => {
      // Callers choose the paths, so a label per path would have no bound.
      const isKnown = udfType !== "HttpAction" && functions.has(identifier);
      const labels = { function: isKnown ? identifier : "", type: udfType };
      seconds.observe(labels, executionTime);
      if (error !== null) errors.inc(labels);
    });
  }
}

/**
 * True for a request from a program on this computer, which needs no key to read the figures. A
 * request that a reverse proxy passes on is not one, although it comes from this computer.
 */
export function isLocal(request: IncomingMessage): boolean {
  return (
    isLoopback(request.socket.remoteAddress ?? "") &&
    request.headers["x-forwarded-for"] === undefined &&
    request.headers["forwarded"] === undefined
  );
}
