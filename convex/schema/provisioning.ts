import { defineTable } from "convex/server";
import { v } from "convex/values";

/** A SCIM token as shown in lists, without the digest. Times are epoch ms. */
export const scimTokenFields = {
  name: v.string(),
  /** The first characters of the secret. */
  hint: v.string(),
  /** Delayed by up to some minutes: model/access/scimTokens.ts. */
  lastUsedAt: v.optional(v.number()),
};

/** `ScimPerson` of domain/scim/resource.ts. */
export const scimPerson = v.object({
  id: v.string(),
  email: v.string(),
  displayName: v.string(),
  givenName: v.optional(v.string()),
  familyName: v.optional(v.string()),
  externalId: v.optional(v.string()),
  phoneNumber: v.string(),
  userLocation: v.string(),
  city: v.string(),
  country: v.string(),
  isActive: v.boolean(),
  supervisor: v.optional(v.object({ id: v.string(), displayName: v.string() })),
  createdAt: v.number(),
  version: v.string(),
});

const statedAddress = v.object({
  formatted: v.optional(v.string()),
  streetaddress: v.optional(v.string()),
  locality: v.optional(v.string()),
  country: v.optional(v.string()),
});

/** `StatedUser` of domain/scim/statedUser.ts. */
export const statedUser = v.object({
  userName: v.optional(v.string()),
  externalId: v.optional(v.union(v.string(), v.null())),
  active: v.optional(v.boolean()),
  displayName: v.optional(v.string()),
  formattedName: v.optional(v.string()),
  givenName: v.optional(v.string()),
  familyName: v.optional(v.string()),
  phone: v.optional(v.string()),
  address: v.optional(statedAddress),
  manager: v.optional(v.union(v.string(), v.null())),
});

/** What a directory stated about a person, as they may download it. */
export const directoryFields = {
  externalId: v.optional(v.string()),
  givenName: v.optional(v.string()),
  familyName: v.optional(v.string()),
};

export const provisioningTables = {
  /**
   * Tokens of the company's directories; at most 5. Writer: model/access/scimTokens.ts. Readers:
   * SCIM requests, the admins' page Integrations.
   */
  scimTokens: defineTable({
    ...scimTokenFields,
    /** SHA-256 of the secret: lib/codes.ts, digest. */
    hash: v.string(),
  }),

  /**
   * What a directory states about a person, beyond the fields of `users`. Writer:
   * model/accounts/provisioned.ts.
   */
  provisioned: defineTable({
    uid: v.id("users"),
    ...directoryFields,
    /**
     * E-mail of the stated manager, who may not supervise yet; `token`: name of the token that
     * stated it.
     */
    awaits: v.optional(v.object({ manager: v.string(), token: v.string() })),
    /** The directory deleted the person: it no longer sees them while their account is locked. */
    isDeleted: v.optional(v.literal(true)),
  })
    .index("by_uid", ["uid"])
    // SCIM's filter
    .index("by_externalId", ["externalId"])
    // A person who becomes a supervisor; the admins' page Integrations
    .index("by_awaits_manager", ["awaits.manager"]),
};
