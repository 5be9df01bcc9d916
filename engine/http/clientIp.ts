import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/**
 * The IP address that a request comes from; null when the socket is already closed.
 * @param isBehindProxy true: the last entry of X-Forwarded-For, which our own reverse proxy has
 *   written. false: the socket's address; without a proxy, any client could write any address there
 */
export function clientIp(request: IncomingMessage, isBehindProxy: boolean): string | null {
  const forwarded = request.headers["x-forwarded-for"];
  if (isBehindProxy && typeof forwarded === "string") {
    return withoutPort(forwarded.split(",").at(-1)?.trim() ?? "");
  }
  return request.socket.remoteAddress ?? null;
}

/**
 * Some proxies write the client's port too, which differs from connection to connection:
 * `192.0.2.7:50123`, `[2001:db8::7]:50123`.
 */
function withoutPort(entry: string): string {
  return entry.replace(/^\[([^\]]+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
}

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

export function isLoopback(ip: string): boolean {
  return LOOPBACK.test(ip);
}

/**
 * The network that limits count an address for. An IPv6 network is the first 64 bits, because the
 * owner of one line may choose any address within them; an IPv4 network is one address.
 *
 *     2001:db8:1:2::7     → 2001:db8:1:2
 *     192.0.2.7           → 192.0.2.7
 *     ::ffff:192.0.2.7    → the same text: IPv4 written as IPv6
 */
export function networkOf(ip: string): string {
  return firstGroups(ip, 4);
}

/**
 * The largest block of addresses that one customer of a provider gets: the first 48 bits of an IPv6
 * address, with 65,536 networks of `networkOf`; an IPv4 address by itself.
 *
 *     2001:db8:1:2::7     → 2001:db8:1
 */
export function siteOf(ip: string): string {
  return firstGroups(ip, 3);
}

/** The first `count` groups of 16 bits of an IPv6 address; other text as it is. */
function firstGroups(ip: string, count: number): string {
  if (!isIPv6(ip) || ip.includes(".")) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill("0");
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, count).join(":");
}
