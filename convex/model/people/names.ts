import { MAX_NAMES } from "#domain/people/people";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import { isAddressOf } from "./formerEmails";
import { findByAnyEmail } from "./users";

type Name = Pick<Doc<"users">, "email" | "displayName" | "photoURL">;

/**
 * Returns name and photo of the people who have or had these addresses, keyed by the requested
 * address. Three kinds of address get no entry, so that callers cannot tell them apart: unknown
 * ones, unverified ones, and those of people who left and whose record the caller may not read
 * (docs/product.md, "Names of people").
 *
 * @param emails normalised; those beyond MAX_NAMES are ignored. Reads one document each.
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
 * True for every person whom recipient pickers show. Pickers omit people who left; only admins and
 * their supervisor, who may read their record, also get their name.
 */
export function maySeeName(actor: Doc<"users">, person: Doc<"users">): boolean {
  if (person.isActive) return true;
  if (person.emailVerificationTime === undefined) return false;
  return (
    actor.role === "admin" || (actor.role === "supervisor" && isAddressOf(actor, person.supervisor))
  );
}
