/** Serves one data folder as `npm start` does: whatever holds the thread ends the process. */
import { EmbeddedHome, type Session } from "../../tests/support/embeddedHome";

/** Processor time that a function may hold the server: MAX_HOLD_MS of server/main.ts. */
const MAX_HOLD_MS = 10_000;

/** Time between two looks at the processor time, ms. */
const LOOK_MS = 5;

export type ServerRequest = "longestTurn" | "stop";
export type Ready = {
  readonly url: string;
  readonly adminKey: string;
  /** Access tokens of the sessions that were asked for, in their order. */
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
 * The longest turn of the event loop since it was last asked for, ms of processor time of all
 * threads. On a busy machine a visitor also waits for the processor; this is the server's part.
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
