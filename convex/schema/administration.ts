import { defineTable } from "convex/server";
import { v } from "convex/values";
import { AUDIT_ACTIONS, AUDIT_ORIGINS } from "#domain/accounts/audit";
import { oneOf } from "../lib/validators";

const auditValue = v.union(v.string(), v.number(), v.boolean());

export const auditFields = {
  /** Epoch ms, UTC. */
  at: v.number(),
  action: oneOf(AUDIT_ACTIONS),
  origin: oneOf(AUDIT_ORIGINS),
  /**
   * E-mail of the actor, or `SCIM (name of the token)`; undefined for a terminal that uses the
   * deployment's admin key.
   */
  email: v.optional(v.string()),
  /** E-mail of the person affected. */
  person: v.optional(v.string()),
  /** The list entry or mail affected, as text. */
  entry: v.optional(v.string()),
  /** A private field is listed without its values (domain/accounts/audit.ts). */
  changes: v.array(
    v.object({
      field: v.string(),
      isPrivate: v.optional(v.literal(true)),
      from: v.optional(auditValue),
      to: v.optional(auditValue),
    }),
  ),
  reason: v.optional(v.string()),
};

export const auditDoc = v.object({
  _id: v.id("audit"),
  _creationTime: v.number(),
  ...auditFields,
});

export const administrationTables = {
  /**
   * The audit log of administration, append-only. Writer: model/access/audit.ts. Readers: the
   * admins' page Audit log, `sms audit`.
   */
  audit: defineTable(auditFields)
    .index("by_at", ["at"])
    .index("by_person_and_at", ["person", "at"])
    .index("by_email_and_at", ["email", "at"])
    .index("by_action_and_at", ["action", "at"]),
  /**
   * One document about the embedded server's automatic backups, once there was one. Writer and
   * readers: operations.ts. Times are epoch ms.
   */
  backupState: defineTable({
    madeAt: v.optional(v.number()),
    /** The latest failure since `madeAt`. */
    failure: v.optional(v.object({ at: v.number(), error: v.string() })),
  }),
};
