import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";

/** Maximum number of characters of the Host header quoted in a refusal. */
const MAX_SHOWN_LENGTH = 100;

/**
 * Refuses requests whose `Host` header names a host that this server is not configured for.
 *
 * This prevents DNS rebinding: the owner of `http://evil.example` makes that name resolve to
 * 127.0.0.1, and scripts of the page then read this server as if it were their origin. The browser
 * still sends `Host: evil.example`, by which this class recognizes and refuses the request.
 *
 *   localhost, *.localhost      allowed: browsers resolve them to this computer only
 *   192.0.2.7, [2001:db8::7]    allowed: addresses are not resolved, so they cannot be rebound
 *   no Host header              allowed: HTTP/1.0 health checks; browsers always send one
 *   a configured name           allowed, in any case and on any port
 *   any other                   refused
 *
 * The port is not compared: forwarded ports (containers, ssh) differ from the listening port, and a
 * page cannot choose another name by choosing another port. `X-Forwarded-Host` is not read: a
 * reverse proxy either passes on the visitor's Host, or sends a name that is configured here.
 */
export class Hosts {
  readonly #names: ReadonlySet<string>;
  readonly #allowsAll: boolean;

  /**
   * @param allowed host names, `name:port`, or origins such as `https://sms.company.com`; `*` for
   *   all
   * @param setting option or variable that adds a name; named in the refusal
   */
  constructor(
    allowed: readonly string[],
    readonly setting = "--allow-host",
  ) {
    this.#allowsAll = allowed.includes("*");
    this.#names = new Set(allowed.flatMap((host) => hostnameOf(host) ?? []));
  }

  /** Returns the text that refuses the request, or null when the server may answer it. */
  refusal({ headers: { host } }: IncomingMessage): string | null {
    if (host === undefined || this.#allowsAll) return null;
    const name = hostnameOf(host);
    if (name !== null && (isSafe(name) || this.#names.has(name))) return null;
    const shown = JSON.stringify((name ?? host).slice(0, MAX_SHOWN_LENGTH));
    return `This server does not answer to the name ${shown}. If it should, add the name to ${this.setting}.`;
  }
}

/**
 * Returns the lower-case name or address in a Host header or origin, without its port; null if
 * malformed.
 */
function hostnameOf(hostOrOrigin: string): string | null {
  const url = hostOrOrigin.includes("://") ? hostOrOrigin : `http://${hostOrOrigin}`;
  if (!URL.canParse(url)) return null;
  const { hostname, username, pathname } = new URL(url);
  if (username !== "" || pathname !== "/") return null;
  return hostname.replace(/\.$/, "") || null;
}

/** True for addresses and localhost, which no DNS server resolves and no attacker can rebind. */
const isSafe = (name: string) =>
  isIPv4(name) || name.startsWith("[") || name === "localhost" || name.endsWith(".localhost");
