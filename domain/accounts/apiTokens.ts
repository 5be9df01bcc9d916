import { DAY_MS } from "../common/durations";

/**
 * Read-only tokens for programs. The secret is shown once; the server keeps its digest
 * (convex/model/access/apiTokens.ts).
 */

/** The parts of the HTTP API that a token may open, each on its own. */
export const TOKEN_SCOPES = ["lookups", "samples", "history", "exports"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_SCOPE_TEXTS: Readonly<Record<TokenScope, string>> = {
  lookups: "Pick lists",
  samples: "Samples",
  history: "History",
  exports: "Whole tables as files, of what is chosen above",
};

/** Begins every secret, so that scanners of source code recognise one that was committed. */
export const TOKEN_PREFIX = "sms_";

/** Characters of a secret that stay readable, to tell tokens apart: `sms_Ab3x`. */
export const TOKEN_HINT_LENGTH = TOKEN_PREFIX.length + 4;

/** Most tokens of one person. */
export const MAX_TOKENS = 20;
export const MAX_TOKEN_NAME = 60;

/** Days until a new token ends, as the form offers them; null: it does not. */
export const TOKEN_LIFETIMES = [30, 90, 365, null] as const;
/** Longest life of a token that ends. */
export const MAX_TOKEN_DAYS = 3_650;

/** True once a token has expired. Both are epoch ms; a token without an end never expires. */
export function isExpired(expiresAt: number | undefined, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Returns the moment `days` days after `now`, epoch ms. */
export const daysAfter = (days: number, now: number): number => now + days * DAY_MS;
