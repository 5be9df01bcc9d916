import { MAX_NAMES } from "#domain/people/people";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import { isAddressOf } from "./formerEmails";
import { findByAnyEmail } from "./users";

type Name = Pick<Doc<"users">, "email" | "displayName" | "photoURL">;

/**
 * Gives name and photo of the people who have or had these addresses, under the address asked for.
 * An address that is unknown, not verified, or of somebody who left and whose record the caller may
 * not read has no entry: the three look alike (docs/product.md, "Names of people").
 *
 * @param emails normalised; more than MAX_NAMES are left out. Reads one document for each.
 */
export async function ofEmails(ctx: UserQueryCtx, emails: readonly string[]): Promise<Name[]> {
  const asked = [...new Set(emails)].slice(0, MAX_NAMES);
  const found = asked.map(async (email): Promise<Name[]> => {
    const person = await findByAnyEmail(ctx, email);
    if (person === null || !maySeeName(ctx.actor, person)) return [];
    const { displayName, photoURL } = person;
    return [{ email, displayName, photoURL }];
  });
  return (await Promise.all(found)).flat();
}

/**
 * True for whoever a recipient picker shows to everybody. People who left are in no picker: admins
 * and their supervisor, who may read their record, also get their name.
 */
export function maySeeName(actor: Doc<"users">, person: Doc<"users">): boolean {
  if (person.isActive) return true;
  if (person.emailVerificationTime === undefined) return false;
  return (
    actor.role === "admin" || (actor.role === "supervisor" && isAddressOf(actor, person.supervisor))
  );
}
