/**
 * API tokens for programs. The secret is shown once; the server stores its digest
 * (convex/model/access/apiTokens.ts).
 */
import { DAY_MS } from "../common/durations";

/** Parts of the HTTP API to which a token can give access; each is granted separately. */
export const TOKEN_SCOPES = [
  "lookups",
  "samples",
  "history",
  "exports",
  "steps",
  "registration",
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_SCOPE_TEXTS: Readonly<Record<TokenScope, string>> = {
  lookups: "Pick lists",
  samples: "Samples",
  history: "History",
  exports: "Whole tables as files, for the data selected above",
  steps: "Take steps in your name: transfer, receive, return",
  registration: "Register and edit samples in your name",
};

/** Prefix of every secret, by which secret scanners recognise one that was committed. */
export const TOKEN_PREFIX = "sms_";

/** Length of the stored start of a secret, which distinguishes tokens in lists: `sms_Ab3x`. */
export const TOKEN_HINT_LENGTH = TOKEN_PREFIX.length + 4;

/** Maximum number of tokens per person. */
export const MAX_TOKENS = 20;
export const MAX_TOKEN_NAME = 60;

/** Lifetimes offered for a new token, in days; null: it never expires. */
export const TOKEN_LIFETIMES = [30, 90, 365, null] as const;
/** Maximum lifetime of a token that expires. */
export const MAX_TOKEN_DAYS = 3_650;

/** True once a token has expired; undefined: it never does. Both are epoch ms. */
export function isExpired(expiresAt: number | undefined, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Returns the moment `days` days after `now`, epoch ms. */
export const daysAfter = (days: number, now: number): number => now + days * DAY_MS;
