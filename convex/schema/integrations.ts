import { defineTable } from "convex/server";
import { v } from "convex/values";
import { TOKEN_SCOPES } from "../../domain/apiTokens";
import { oneOf } from "../lib/validators";

export const tokenScope = oneOf(TOKEN_SCOPES);

/** What lists of tokens show: everything but the digest. Times are epoch ms. */
export const tokenFields = {
  name: v.string(),
  scopes: v.array(tokenScope),
  /** The first characters of the secret. */
  hint: v.string(),
  /** Absent: until it is revoked. */
  expiresAt: v.optional(v.number()),
  /** Late by some minutes: model/apiTokens.ts. */
  lastUsedAt: v.optional(v.number()),
};

export const integrationTables = {
  /**
   * Tokens of the HTTP API. Writer: model/apiTokens.ts. Readers: Profile, the admins' page
   * Integrations, the HTTP API.
   */
  apiTokens: defineTable({
    owner: v.id("users"),
    ...tokenFields,
    /** SHA-256 of the secret: lib/codes.ts, digest. */
    hash: v.string(),
  })
    // One's own
    .index("by_owner", ["owner"])
    // A request's
    .index("by_hash", ["hash"]),
};
