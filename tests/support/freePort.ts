import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that Linux, macOS and Windows give to outgoing connections. One of theirs may be
 * taken by any connection between now and the moment when a program listens on it.
 */
const LOWEST = 20_000;
const COUNT = 12_000;

/** A port of this computer that nobody listens on. */
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
