import { defineTable } from "convex/server";
import { v } from "convex/values";

/** A person as the issuer's tokens describe them: `Identity` of lib/issuer.ts. */
export const identity = v.object({
  issuer: v.string(),
  subject: v.string(),
  /** Spelled as the issuer does; null where the tokens have none. */
  email: v.union(v.string(), v.null()),
  /** Null where the tokens do not say. */
  isEmailVerified: v.union(v.boolean(), v.null()),
  firstName: v.string(),
  lastName: v.string(),
  phoneNumber: v.string(),
  /** The ID token, with which the browser ends the session at the issuer. */
  idToken: v.optional(v.string()),
});

/** Sign-ins without a password. Digests are those of lib/codes.ts. */
export const signInTables = {
  /**
   * Sign-ins that began at the issuer. `stateHash` and `verifierHash`: digests of the values that
   * come back with the issuer's answer and that only the browser has in which the sign-in began.
   * `codeVerifier`: the secret of PKCE (RFC 7636). Writer: model/accounts/issuerSignIns.ts.
   */
  issuerSignIns: defineTable({
    stateHash: v.string(),
    verifierHash: v.string(),
    nonce: v.string(),
    codeVerifier: v.string(),
    /** True once the issuer's answer is being checked: a second answer is refused. */
    isAnswered: v.boolean(),
    /** Set once the answer was found good. */
    identity: v.optional(identity),
    /** Epoch ms. */
    expiresAt: v.number(),
  })
    .index("by_stateHash", ["stateHash"])
    // Sweep
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * Browser sessions that began at the issuer, with the ID token that ends the session there; a
   * very long token is not kept. Writer: model/access/issuerSessions.ts.
   */
  issuerSessions: defineTable({
    sessionId: v.id("authSessions"),
    idToken: v.optional(v.string()),
  }).index("by_sessionId", ["sessionId"]),

  /**
   * Proofs that let a person in once: a terminal's code, with the digest of the secret that the
   * terminal keeps, and an operator's link. `hash`: digest of the code or the link's token. Writer:
   * model/accounts/tickets.ts.
   */
  tickets: defineTable({
    kind: v.union(v.literal("terminal"), v.literal("link")),
    hash: v.string(),
    challenge: v.optional(v.string()),
    uid: v.id("users"),
    /** Epoch ms. */
    expiresAt: v.number(),
  })
    .index("by_hash", ["hash"])
    // One at a time of each kind
    .index("by_uid_and_kind", ["uid", "kind"])
    // Sweep
    .index("by_expiresAt", ["expiresAt"]),
};
