import type { AuthConfig } from "convex/server";

/** Tokens are our own: signed in `auth.ts`, their key served by `http.ts`. */
export default {
  providers: [{ domain: process.env.CONVEX_SITE_URL ?? "", applicationID: "convex" }],
} satisfies AuthConfig;
