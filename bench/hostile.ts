import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { fileURLToPath } from "node:url";
import { percentile } from "./measure";
import { OurServer } from "./ours/start";

const MB = 1024 * 1024;

/** Bodies of about 16 MB that take seconds to parse and inspect. */
export const HOSTILE_BODIES = {
  "1.3 million keys": () => {
    const keys = Array.from({ length: 1_300_000 }, (_, i) => `"f${i}":0`);
    return `{"path":"a:b","args":{${keys.join()}}}`;
  },
  "empty arrays": () => `{"path":"a:b","args":[${"[],".repeat((16 * MB) / 3)}[]]}`,
  "8 million numbers": () => `{"path":"a:b","args":[${"1,".repeat((16 * MB) / 2)}1]}`,
} as const;

export type HostileBody = keyof typeof HOSTILE_BODIES;

interface HostileRow {
  readonly body: HostileBody;
  /** Requests and frames of this body that the server refused meanwhile. */
  readonly refusals: number;
  /** Milliseconds that other visitors waited for `GET /version`. */
  readonly p50Ms: number;
  readonly longestMs: number;
}

/**
 * Measures how long others wait while a visitor sends the worst requests, over HTTP and a socket at
 * the same time.
 */
export async function hostileRequests(pushRequest: string): Promise<HostileRow[]> {
  const server = await OurServer.start(1_000, pushRequest);
  const rows: HostileRow[] = [];
  for (const body of Object.keys(HOSTILE_BODIES) as HostileBody[]) {
    const program = fileURLToPath(new URL("./attacker.ts", import.meta.url));
    const attacker = fork(program, [server.url, body], { execArgv: ["--import", "tsx"] });
    const ended = once(attacker, "exit");
    let refusals = NaN;
    attacker.on("message", (message: { refusals: number }) => ({ refusals } = message));
    const waits = await waitsUntil(ended, `${server.url}/version`);
    rows.push({ body, refusals, p50Ms: percentile(waits, 0.5), longestMs: Math.max(...waits) });
  }
  await server.stop();
  return rows;
}

async function waitsUntil(done: Promise<unknown>, url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  let isDone = false;
  void done.then(() => (isDone = true));
  while (!isDone) {
    const started = performance.now();
    const [response] = (await once(get(url, { agent }), "response")) as [NodeJS.ReadableStream];
    await once(response.resume(), "end");
    waits.push(performance.now() - started);
  }
  agent.destroy();
  return waits;
}
