import type { IncomingMessage } from "node:http";

/**
 * The address a request comes from.
 * @param isBehindProxy the last entry of X-Forwarded-For is our own reverse proxy's word; without
 *   one anybody could claim anything there
 */
export function clientIp(request: IncomingMessage, isBehindProxy: boolean): string | null {
  const forwarded = request.headers["x-forwarded-for"];
  if (isBehindProxy && typeof forwarded === "string") {
    return forwarded.split(",").at(-1)?.trim() ?? null;
  }
  return request.socket.remoteAddress ?? null;
}
