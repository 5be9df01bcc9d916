import { defineTable } from "convex/server";
import { v } from "convex/values";
import { role } from "./accounts";

/** A person as described by the issuer's tokens: `Identity` in lib/signIn/issuer.ts. */
export const identity = v.object({
  issuer: v.string(),
  subject: v.string(),
  /** In the issuer's spelling; null if the tokens have none. */
  email: v.union(v.string(), v.null()),
  /** Null if the tokens lack the claim. */
  isEmailVerified: v.union(v.boolean(), v.null()),
  firstName: v.string(),
  lastName: v.string(),
  phoneNumber: v.string(),
  /** The ID token, which the browser presents to end the session at the issuer. */
  idToken: v.optional(v.string()),
});

/** Ways to sign in other than by a password alone. Digests are made by lib/codes.ts. */
export const signInTables = {
  /**
   * Sign-ins that began at the issuer. `stateHash`: digest of the value that returns with the
   * issuer's answer. `verifierHash`: digest of the secret that only the browser has that began the
   * sign-in. `codeVerifier`: the PKCE secret (RFC 7636). Writer: model/accounts/issuerSignIns.ts.
   */
  issuerSignIns: defineTable({
    stateHash: v.string(),
    verifierHash: v.string(),
    nonce: v.string(),
    codeVerifier: v.string(),
    /** True once the check of the issuer's answer has begun; a second answer is refused. */
    isAnswered: v.boolean(),
    /** Set once the check of the issuer's answer has succeeded. */
    identity: v.optional(identity),
    /** Epoch ms. */
    expiresAt: v.number(),
  })
    .index("by_stateHash", ["stateHash"])
    // Sweep
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * Browser sessions that began at the issuer, with the ID token that ends the session there
   * (absent if it was too long to store). Writer: model/access/issuerSessions.ts.
   */
  issuerSessions: defineTable({
    sessionId: v.id("authSessions"),
    idToken: v.optional(v.string()),
  }).index("by_sessionId", ["sessionId"]),

  /**
   * One-time proofs: a terminal's code, with the digest of the secret that the terminal keeps, or
   * an operator's link. `hash`: digest of the code or of the link's token. Writer:
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
    // At most one of each kind per person
    .index("by_uid_and_kind", ["uid", "kind"])
    // Sweep
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * One row per person with a second factor. `secret`: what their authenticator app computes its
   * codes from, in base32; no function returns it. `lastStep`: time step of the last accepted code.
   * `recoveryCodes`: digests of the codes that are left. Writer: model/accounts/secondFactors.ts.
   */
  secondFactors: defineTable({
    uid: v.id("users"),
    secret: v.string(),
    lastStep: v.number(),
    recoveryCodes: v.array(v.string()),
  }).index("by_uid", ["uid"]),

  /**
   * At most one row: the roles whose people must have a second factor. Writer:
   * model/accounts/secondFactorPolicy.ts.
   */
  secondFactorPolicy: defineTable({ roles: v.array(role) }),
};
