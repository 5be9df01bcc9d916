import { MAX_NAMES } from "../../domain/people";
import type { Doc } from "../_generated/dataModel";
import type { UserQueryCtx } from "../lib/functions";
import * as Users from "./users";

type Name = Pick<Doc<"users">, "email" | "displayName" | "photoURL">;

/**
 * Gives name and photo of the people with these addresses, in no order. An address that is unknown,
 * not verified, or of somebody who left and whose record the caller may not read has no entry: the
 * three look alike (docs/product.md, "Names of people").
 *
 * @param emails normalised; more than MAX_NAMES are left out. Reads one document for each.
 */
export async function ofEmails(ctx: UserQueryCtx, emails: readonly string[]): Promise<Name[]> {
  const asked = [...new Set(emails)].slice(0, MAX_NAMES);
  const people = await Promise.all(asked.map((email) => Users.getByEmail(ctx, email)));
  return people
    .filter((person) => person !== null)
    .filter((person) => maySeeName(ctx.actor, person))
    .map(({ email, displayName, photoURL }) => ({ email, displayName, photoURL }));
}

/**
 * True for whoever a recipient picker shows to everybody. People who left are in no picker: admins
 * and their supervisor, who may read their record, also get their name.
 */
function maySeeName(actor: Doc<"users">, person: Doc<"users">): boolean {
  if (person.isActive) return true;
  if (person.emailVerificationTime === undefined) return false;
  return (
    actor.role === "admin" || (actor.role === "supervisor" && person.supervisor === actor.email)
  );
}
