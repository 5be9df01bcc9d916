import { ConvexReactClient } from "convex/react";
import { MESSAGES } from "#domain/common/messages";

/**
 * The backend's address: the page's own origin with the embedded deployment, or the deployment
 * named at build time (Convex Cloud, self-hosted Convex).
 */
const configured: unknown = import.meta.env.VITE_CONVEX_URL;
export const convexUrl =
  typeof configured === "string" && configured ? configured : window.location.origin;

/**
 * Opens the page's one connection. Without it no screen can be drawn, so the browser's own alert
 * says "first fail".
 *
 * @throws when `url` is none: VITE_CONVEX_URL was mistyped
 */
export function makeClient(url: string): ConvexReactClient {
  try {
    // A stored token is used until it expires. By default the client renews it at each start, and
    // the server then runs every query of the page once more.
    return new ConvexReactClient(url, { initialAuthTokenReuse: true });
  } catch (cause) {
    window.alert(MESSAGES.firstFail);
    throw new Error(`No client can be made for ${url}`, { cause });
  }
}

export const convex = makeClient(convexUrl);
