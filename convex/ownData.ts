/**
 * The parts of "Download what is stored about me" that no screen shows. The other parts are
 * `users:viewer`, `sessions:list`, `employees:holds` and `history:list`.
 */
import { omit } from "convex-helpers";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import * as OwnData from "./model/staff/ownData";
import { tokenFields } from "./schema/integrations";
import { directoryFields } from "./schema/provisioning";
import { outboxStatus } from "./schema/outbox";

/**
 * Times are epoch ms. Mails are listed by subject, with codes removed; API tokens without any part
 * of their secret, even its first characters.
 */
export const outline = userQuery({
  args: {},
  returns: v.object({
    photoFileName: v.union(v.string(), v.null()),
    companySignIn: v.union(
      v.null(),
      v.object({ issuer: v.string(), subject: v.string(), linkedAt: v.number() }),
    ),
    directory: v.union(v.null(), v.object(directoryFields)),
    knownClients: v.array(v.object({ lastUsedAt: v.number() })),
    apiTokens: v.array(v.object({ createdAt: v.number(), ...omit(tokenFields, ["hint"]) })),
    mails: v.array(
      v.object({
        queuedAt: v.number(),
        subject: v.string(),
        status: outboxStatus,
        sentAt: v.optional(v.number()),
      }),
    ),
  }),
  handler: (ctx) => OwnData.outline(ctx),
});

/**
 * The samples that the caller registered, with the values entered then. `registereddate`: epoch ms.
 */
export const registered = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      brand: v.string(),
      model: v.string(),
      serialNumber: v.string(),
      imei1: v.string(),
      imei2: v.string(),
      registereddate: v.number(),
    }),
  ),
  handler: (ctx, { paginationOpts }) => OwnData.registered(ctx, paginationOpts),
});
