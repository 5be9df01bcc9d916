import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/**
 * Returns the IP address that a request comes from; null when the socket is already closed.
 *
 * @param isBehindProxy true: use the last entry of X-Forwarded-For, which our own reverse proxy
 *   wrote. false: use the socket's address, because without a proxy any client could write any
 *   address there
 */
export function clientIp(request: IncomingMessage, isBehindProxy: boolean): string | null {
  const forwarded = request.headers["x-forwarded-for"];
  if (isBehindProxy && typeof forwarded === "string") {
    return withoutPort(forwarded.split(",").at(-1)?.trim() ?? "");
  }
  return request.socket.remoteAddress ?? null;
}

/**
 * Removes the client's port, which some proxies include and which differs between connections:
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
 * Returns the network under which limits count an address. An IPv6 network is the first 64 bits,
 * because a subscriber may choose any address within them; an IPv4 network is a single address.
 *
 *     2001:db8:1:2::7     → 2001:db8:1:2
 *     192.0.2.7           → 192.0.2.7
 *     ::ffff:192.0.2.7    → unchanged: IPv4 written as IPv6
 */
export function networkOf(ip: string): string {
  return firstGroups(ip, 4);
}

/**
 * Returns the largest block of addresses that a provider gives one customer: the first 48 bits of
 * an IPv6 address, which contain 65,536 networks of `networkOf`; an IPv4 address is its own block.
 *
 *     2001:db8:1:2::7     → 2001:db8:1
 */
export function siteOf(ip: string): string {
  return firstGroups(ip, 3);
}

/** Returns the first `count` 16-bit groups of an IPv6 address; other text unchanged. */
function firstGroups(ip: string, count: number): string {
  if (!isIPv6(ip) || ip.includes(".")) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill("0");
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, count).join(":");
}
