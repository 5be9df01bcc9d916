import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ephemeral port ranges of Linux, macOS and Windows: an outgoing connection could take
 * such a port before a program listens on it.
 */
const LOWEST = 20_000;
const COUNT = 12_000;

/** A port of this computer on which no process listens. */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * COUNT);
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return await freePort(); // taken
  }
  server.close();
  await once(server, "close");
  return port;
}
