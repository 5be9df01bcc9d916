/**
 * `attacker.ts URL BODY`: sends one of the worst known bodies to a deployment for three seconds, as
 * fast as one connection can, over HTTP and over a sync socket. Runs in its own process, so that it
 * does not delay the measuring process. Prints how often the server refused.
 */
import { connect, type Socket } from "node:net";
import WebSocket from "ws";
import { HOSTILE_BODIES, type HostileBody } from "./hostile";

const SECONDS = 3;
const [url = "", name = ""] = process.argv.slice(2);
const body = Buffer.from(HOSTILE_BODIES[name as HostileBody]());
const until = performance.now() + SECONDS * 1000;
let refusals = 0;

/** Resolves when `socket` has closed, with or without an error: the server ends it in mid-body. */
function closed(socket: Socket | WebSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.once("close", () => resolve());
  });
}

async function overHttp(): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const head = `POST /api/query HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  while (performance.now() < until) {
    const socket = connect(Number(port), hostname);
    socket.write(`${head}${body.length.toString(16)}\r\n`);
    socket.end(body);
    await closed(socket.resume());
    refusals += 1;
  }
}

async function overSocket(): Promise<void> {
  while (performance.now() < until) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
    socket.once("open", () => socket.send(body));
    await closed(socket);
    refusals += 1;
  }
}

await Promise.all([overHttp(), overSocket()]);
process.send?.({ refusals });
process.disconnect();
