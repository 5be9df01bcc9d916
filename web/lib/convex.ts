import { ConvexReactClient } from "convex/react";
import { MESSAGES } from "../../domain/messages";

/**
 * Where the backend answers: the page's own origin with the embedded deployment, or the deployment
 * named at build time (Convex Cloud, self-hosted Convex).
 */
const configured: unknown = import.meta.env.VITE_CONVEX_URL;
export const convexUrl =
  typeof configured === "string" && configured ? configured : window.location.origin;

/**
 * The page's one connection. Without it there is no page to say why, hence the browser's own alert.
 * Source: doc 1 §8, "Backend first-init failure".
 *
 * @throws when `url` is none: VITE_CONVEX_URL was mistyped
 */
export function makeClient(url: string): ConvexReactClient {
  try {
    return new ConvexReactClient(url);
  } catch (cause) {
    window.alert(MESSAGES.firstFail);
    throw new Error(`No client can be made for ${url}`, { cause });
  }
}

export const convex = makeClient(convexUrl);
