/** Serves one data folder for the load generator, in its own process, and signs its tokens. */
import { readFileSync, writeFileSync } from "node:fs";
import { Session as Inspector } from "node:inspector/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { EmbeddedHome, type Session } from "../../tests/support/deployments/embeddedHome";

/** Requests from the load generator over the process channel. Each gets one answer, in order. */
export type ServerRequest =
  | { tokensFor: readonly Session[] }
  | { memory: true }
  | { cpu: true }
  | { longestHold: true }
  /** null begins a CPU profile; a path ends it and writes it there. */
  | { profile: string | null }
  /** Begins the daily pass over all data; not answered. */
  | { scrub: true }
  | { stop: true };

/** Memory of the process in bytes, and the part that its garbage collector found in use. */
export interface Memory {
  readonly rss: number;
  readonly used: number;
}

export type ServerReply =
  | { ready: { url: string; adminKey: string; startMs: number } }
  | { tokens: readonly string[] }
  | { memory: Memory }
  | { cpuMs: number }
  | { profiled: true }
  | { holdMs: number };

const [dataDir, pushRequest, staticDir] = process.argv.slice(2);
if (!dataDir || !pushRequest) {
  throw new Error("usage: server.ts DATA_FOLDER PUSH_REQUEST [WEB_APP]");
}

/** Node exposes `gc` only to contexts created after the flag was set. */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns this thread's CPU time so far, as Linux counts it. */
const threadMs = () => Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[0]) / 1e6;

/**
 * Longest time for which the thread ran without serving a timer since the last reading. In CPU
 * time, so that other programs on the machine do not count.
 */
let longestHoldMs = 0;
let watch: NodeJS.Timeout | null = null;

function watchHolds() {
  let servedAtMs = threadMs();
  watch ??= setInterval(() => {
    const nowMs = threadMs();
    longestHoldMs = Math.max(longestHoldMs, nowMs - servedAtMs);
    servedAtMs = nowMs;
  }, 1);
}

const inspector = new Inspector();

async function profile(file: string | null) {
  if (file === null) {
    inspector.connect();
    await inspector.post("Profiler.enable");
    await inspector.post("Profiler.setSamplingInterval", { interval: 200 });
    await inspector.post("Profiler.start");
    return;
  }
  const { profile } = await inspector.post("Profiler.stop");
  writeFileSync(file, JSON.stringify(profile));
  inspector.disconnect();
}

const answer = (reply: ServerReply) => process.send?.(reply);
const begun = performance.now();
const isBehindProxy = process.env["SMS_BEHIND_PROXY"] === "1";
const home = await EmbeddedHome.open({ dataDir, pushRequest, staticDir, isBehindProxy });
const startMs = performance.now() - begun;
answer({ ready: { url: home.url, adminKey: home.deployment.adminKey, startMs } });

process.on("message", (request: ServerRequest) => {
  void handle(request);
});

async function handle(request: ServerRequest) {
  if ("tokensFor" in request) {
    const tokens = await Promise.all(request.tokensFor.map((session) => home.tokenFor(session)));
    answer({ tokens });
  } else if ("memory" in request) {
    collectGarbage();
    const { rss, heapUsed, external } = process.memoryUsage();
    answer({ memory: { rss, used: heapUsed + external } });
  } else if ("cpu" in request) {
    const { user, system } = process.cpuUsage();
    answer({ cpuMs: (user + system) / 1_000 });
  } else if ("profile" in request) {
    await profile(request.profile);
    answer({ profiled: true });
  } else if ("scrub" in request) {
    // The pass ends with the server at the latest.
    await home.deployment.scrub.pass({ isSlow: true }).catch(() => {});
  } else if ("longestHold" in request) {
    watchHolds();
    answer({ holdMs: longestHoldMs });
    longestHoldMs = 0;
  } else {
    if (watch) clearInterval(watch);
    await home.close();
    process.disconnect();
  }
}
