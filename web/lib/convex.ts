import { ConvexReactClient } from "convex/react";

/**
 * Where the backend answers: the page's own origin with the embedded deployment, or the deployment
 * named at build time (Convex Cloud, self-hosted Convex).
 */
const configured: unknown = import.meta.env.VITE_CONVEX_URL;
export const convexUrl =
  typeof configured === "string" && configured ? configured : window.location.origin;

export const convex = new ConvexReactClient(convexUrl);
