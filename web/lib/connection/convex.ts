import { ConvexReactClient } from "convex/react";
import { MESSAGES } from "#domain/common/messages";

/**
 * Address of the backend: the page's own origin for the embedded deployment, or the deployment set
 * at build time (Convex Cloud, self-hosted Convex).
 */
const configured: unknown = import.meta.env.VITE_CONVEX_URL;
export const convexUrl =
  typeof configured === "string" && configured ? configured : window.location.origin;

/**
 * Opens the page's only connection. If that fails, no screen can be shown, so the browser's alert
 * shows "first fail".
 *
 * @throws when `url` is invalid: VITE_CONVEX_URL was mistyped
 */
export function makeClient(url: string): ConvexReactClient {
  try {
    // Use a stored token until it expires. By default the client renews it at each start, and the
    // server then runs every query of the page a second time.
    return new ConvexReactClient(url, { initialAuthTokenReuse: true });
  } catch (cause) {
    window.alert(MESSAGES.firstFail);
    throw new Error(`No client can be made for ${url}`, { cause });
  }
}

export const convex = makeClient(convexUrl);
