import type { AuthConfig } from "convex/server";

/**
 * Accepts only this deployment's tokens: auth.ts signs them, and http.ts serves their public key.
 */
export default {
  providers: [{ domain: process.env.CONVEX_SITE_URL ?? "", applicationID: "convex" }],
} satisfies AuthConfig;
