import type { Server } from "node:http";
import { isLoopback, networkOf } from "./clientIp";

/** An office behind one address: everybody's tabs, each with a socket and some requests. */
const MAX_PER_NETWORK = 4_000;

/**
 * Drops connections of a network that holds open too many, before they cost more than a file handle.
 * Not for a server behind a reverse proxy, which all connections come from.
 */
export function limitConnections(server: Server, maxPerNetwork = MAX_PER_NETWORK): void {
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isLoopback(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > maxPerNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
