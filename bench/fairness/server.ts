/** Serves one data folder as `npm start` does, with a watchdog that kills a hung process. */
import { EmbeddedHome, type Session } from "../../tests/support/deployments/embeddedHome";

/** CPU time for which a function may occupy the thread: MAX_HOLD_MS of server/main.ts. */
const MAX_HOLD_MS = 10_000;

/** Interval between two readings of the CPU time, ms. */
const LOOK_MS = 5;

export type ServerRequest = "longestTurn" | "stop";
export type Ready = {
  readonly url: string;
  readonly adminKey: string;
  /** Access tokens of the requested sessions, in order. */
  readonly tokens: readonly string[];
};

const [dataDir = "", pushRequest = "", port = "", sessions = "[]"] = process.argv.slice(2);
const home = await EmbeddedHome.open({
  dataDir,
  pushRequest,
  port: Number(port),
  watchdog: { limitMs: MAX_HOLD_MS, logFd: process.stderr.fd },
});
const tokens = await Promise.all(
  (JSON.parse(sessions) as Session[]).map((session) => home.tokenFor(session)),
);
process.send?.({ url: home.url, adminKey: home.deployment.adminKey, tokens } satisfies Ready);

/**
 * Longest turn of the event loop since the last reading, in ms of CPU time of all threads. On a
 * busy machine a visitor also waits for the CPU; this measures only the server's part.
 */
let longestTurnMs = 0;
let used = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(used);
  longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000);
  used = process.cpuUsage();
}, LOOK_MS).unref();

process.on("message", (request: ServerRequest) => {
  if (request === "stop") return void home.close().then(() => process.disconnect());
  process.send?.({ longestTurnMs });
  longestTurnMs = 0;
});
