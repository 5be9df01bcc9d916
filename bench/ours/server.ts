/** Serves one data folder for the load generator, in a process of its own, and signs its tokens. */
import { EmbeddedHome, type Session } from "../../tests/support/embeddedHome";

/** From the load generator, over the process channel. Each is answered once, in order. */
export type ServerRequest =
  { tokensFor: readonly Session[] } | { memory: true } | { cpu: true } | { stop: true };
export type ServerReply =
  | { ready: { url: string; adminKey: string; startMs: number } }
  | { tokens: readonly string[] }
  | { rssBytes: number }
  | { cpuMs: number };

const [dataDir, pushRequest, staticDir] = process.argv.slice(2);
if (!dataDir || !pushRequest) {
  throw new Error("usage: server.ts DATA_FOLDER PUSH_REQUEST [WEB_APP]");
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
    answer({ rssBytes: process.memoryUsage.rss() });
  } else if ("cpu" in request) {
    const { user, system } = process.cpuUsage();
    answer({ cpuMs: (user + system) / 1_000 });
  } else {
    await home.close();
    process.disconnect();
  }
}
