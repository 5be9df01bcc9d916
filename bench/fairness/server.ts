/** Serves one data folder as `npm start` does: whatever holds the thread ends the process. */
import { EmbeddedHome, type Session } from "../../tests/support/embeddedHome";

/** Processor time that a function may hold the server: MAX_HOLD_MS of server/main.ts. */
const MAX_HOLD_MS = 10_000;

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
process.once("message", () => void home.close().then(() => process.disconnect()));
