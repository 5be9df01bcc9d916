import type { Server } from "node:http";
import { isLoopback, networkOf } from "./clientIp";

/**
 * Connection limit per network, enough for an office behind one address: each open tab has a
 * WebSocket and a few HTTP connections.
 */
const MAX_PER_NETWORK = 4_000;

/**
 * Drops new connections of a network that already has `maxPerNetwork` open, while they cost no more
 * than a file handle. Do not use it behind a reverse proxy: all connections come from the proxy's
 * address.
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
