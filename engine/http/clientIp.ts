import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

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

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

export function isLoopback(ip: string): boolean {
  return LOOPBACK.test(ip);
}

/**
 * Whom to count an address for: of IPv6 the first 64 bits, within which one line's owner may choose
 * any address; of IPv4 (also written as IPv6, `::ffff:192.0.2.7`) all of it.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes(".")) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill("0");
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, 4).join(":");
}
