/**
 * Tokens with which a company's directory provisions people (convex/model/access/scimTokens.ts).
 * They open `/scim/v2` only.
 */

/** Prefix of every secret, by which secret scanners recognise one that was committed. */
export const SCIM_TOKEN_PREFIX = "scim_";

/** Length of the stored start of a secret, which distinguishes tokens in lists: `scim_Ab3x`. */
export const SCIM_HINT_LENGTH = SCIM_TOKEN_PREFIX.length + 4;

/** Two directories, each with a token and its successor, and one for tests. */
export const MAX_SCIM_TOKENS = 5;
export const MAX_SCIM_TOKEN_NAME = 60;

/** The author of a change in the audit log: "SCIM (Okta)". @param name the token's */
export const scimAuthor = (name: string): string => `SCIM (${name})`;
