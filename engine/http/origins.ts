import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Decides by the Origin header which web pages may call the API from a browser. Programs send no
 * Origin and are always allowed. That is safe because identity comes from tokens that a caller must
 * present, never from cookies, which a browser would add to any page's requests.
 */
export class Origins {
  /** @param allowed origins such as `https://app.company.com`; `*` for all */
  constructor(readonly allowed: readonly string[]) {}

  /** True for pages of this server, pages on this machine (development), and allowed origins. */
  mayCall(request: IncomingMessage): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined || this.allowed.includes("*") || this.allowed.includes(origin)) {
      return true;
    }
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return page.host === host || LOOPBACK.has(page.hostname);
  }

  /** Allows the request's own origin, with credentials; the official clients need both. */
  setCorsHeaders(request: IncomingMessage, response: ServerResponse): void {
    const { origin } = request.headers;
    if (origin === undefined) return;
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Access-Control-Allow-Credentials", "true");
    response.setHeader("Vary", "Origin");
  }

  /** Answers a preflight request, allowing every header that it names. */
  preflight(request: IncomingMessage, response: ServerResponse): void {
    this.setCorsHeaders(request, response);
    response.writeHead(204, {
      "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
      "Access-Control-Allow-Headers":
        request.headers["access-control-request-headers"] ??
        "Authorization, Content-Type, Convex-Client, Digest",
      "Access-Control-Max-Age": "86400",
    });
    response.end();
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
