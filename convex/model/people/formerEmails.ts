import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/**
 * Reads the addresses that people had before their present one. A former address stays its
 * person's: history names them by it, and whoever got it would inherit that history
 * (docs/product.md, "A corrected e-mail").
 */

type Person = Pick<Doc<"users">, "email" | "formerEmails">;

/** The person who had this address before their present one; null for any other address. */
export async function ownerOf(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  const row = await ctx.db
    .query("formerEmails")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
  return row && (await ctx.db.get("users", row.uid));
}

/** The present address of whoever has or had `email`; an unknown one stays as it is. */
export async function presentEmail(ctx: QueryCtx, email: string): Promise<string> {
  return (await ownerOf(ctx, email))?.email ?? email;
}

/** Returns the settings or the document with the present address of the supervisor in it. */
export async function withPresentSupervisor<T extends { readonly supervisor?: string }>(
  ctx: QueryCtx,
  settings: T,
): Promise<T> {
  const { supervisor } = settings;
  if (supervisor === undefined) return settings;
  return { ...settings, supervisor: await presentEmail(ctx, supervisor) };
}

/** True if `email` is or was the person's. */
export function isAddressOf({ email: present, formerEmails = [] }: Person, email?: string) {
  return email === present || formerEmails.some((former) => former.email === email);
}

/** A time during which one address named a person: epoch ms, `from` included, `before` not. */
export type AddressPeriod = {
  readonly email: string;
  readonly from: number;
  readonly before: number;
};

/**
 * The addresses by which history names a person, newest period first. Both periods hold the
 * millisecond of a change, in which records under either address may have been made.
 */
export function addressPeriods({ email, formerEmails = [] }: Person): AddressPeriod[] {
  const periods = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (const [index, name] of [email, ...formerEmails.map((former) => former.email)].entries()) {
    const from = formerEmails[index]?.until ?? 0;
    periods.push({ email: name, from, before });
    before = from + 1;
  }
  return periods;
}
