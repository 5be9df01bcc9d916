import type { Origin } from "./fairQueue";

/** The loopback addresses: IPv4, IPv6, and IPv4-mapped IPv6. */
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/**
 * The network that a request came from: a whole IPv4 address, or the first 64 bits of an IPv6
 * address, within which a subscriber can choose addresses freely. `2001:db8:1:2::7` gives
 * `2001:db8:1:2`.
 *
 * @param ip null if the platform does not provide it
 * @returns null for loopback, which is also the apparent address of all visitors behind a proxy
 *   that was not configured (SMS_BEHIND_PROXY), so it must be neither blocked nor trusted
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null || LOOPBACK.test(ip)) return null;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const [front, back] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}

/**
 * The site that a network belongs to, as far as its address shows:
 *
 *   family  network           is a …             site   why
 *   IPv4    address           line or office     /24    the smallest block routed on the Internet,
 *                                                       so the least that one owner has
 *   IPv6    first 64 bits     network of a line  /48    the most that providers assign to one
 *                                                       customer (RIPE-690): 65,536 networks
 *
 * Strangers share limits and turns by site, so that a customer with many addresses counts once; the
 * people of a site share its part by network. `2001:db8:1:2` gives `2001:db8:1`.
 *
 * @param network from `networkOf`
 */
export function siteOf(network: string): string {
  return network.includes(":")
    ? network.split(":").slice(0, 3).join(":")
    : network.split(".").slice(0, 3).join(".");
}

/** A network's line and site, for queues in which sites take turns (fairQueue.ts). */
export function originOf(network: string | null): Origin {
  return network === null ? { line: "", site: "" } : { line: network, site: siteOf(network) };
}

/** The 16-bit groups of a part of an IPv6 address, without leading zeros. */
function groupsOf(part: string): string[] {
  return part
    .split(":")
    .filter(Boolean)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}
