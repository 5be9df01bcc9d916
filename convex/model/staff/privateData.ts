import { ConvexError } from "convex/values";
import { auditChanges } from "#domain/accounts/audit";
import { parsePrivateData, PRIVATE_LABELS, type PrivateInput } from "#domain/people/privateData";
import type { Doc } from "../../_generated/dataModel";
import { appError } from "../../lib/errors";
import type { AdministratorCtx, UserMutationCtx } from "../../lib/functions";
import * as Audit from "../access/audit";
import * as Notifications from "../notifications/notifications";
import * as UserWrites from "../accounts/userWrites";
import * as Users from "../people/users";

/**
 * Changes some of a person's private data. A change to another person's data is audited, without
 * the values.
 *
 * @throws USER_UNKNOWN; NOT_ALLOWED unless the actor is the person, their supervisor or an admin
 * @throws FIELD_MISSING, FIELD_TOO_LONG, FIELD_INVALID
 */
export async function update(
  ctx: UserMutationCtx,
  { email, reason, ...input }: PrivateInput & { email: string; reason?: string },
): Promise<void> {
  const person = await Users.getByTypedEmail(ctx, email);
  if (!Users.maySeePerson(ctx.actor, person)) throw appError("NOT_ALLOWED");
  await change(ctx, person, { ...input, reason });
}

/**
 * Like `update`; the caller has checked the actor's right to do so. The person is notified if
 * another person made the change.
 *
 * @throws FIELD_MISSING, FIELD_TOO_LONG, FIELD_INVALID
 */
export async function change(
  ctx: AdministratorCtx,
  person: Doc<"users">,
  { reason, ...input }: PrivateInput & { readonly reason?: string | undefined },
): Promise<void> {
  const fields = parsePrivateData(input);
  if ("code" in fields) throw new ConvexError({ ...fields });
  const changes = auditChanges(person, fields);
  if (changes.length === 0) return;
  await UserWrites.setPrivateData(ctx, person, fields);
  if (person._id === ctx.actor?._id) return;
  await Audit.append(ctx, {
    action: "Private Data Updated",
    person: person.email,
    changes,
    reason,
  });
  if (ctx.actor === null) return;
  const labels: Readonly<Record<string, string>> = PRIVATE_LABELS;
  const named = changes.flatMap(({ field }) => (labels[field] ? [{ field: labels[field] }] : []));
  const notice = { kind: "settings" as const, changes: named };
  const actor = ctx.actor.email;
  await Notifications.add(ctx, person.email, notice, { actor, at: Date.now() });
}
