/**
 * Reads people's former addresses. A former address stays reserved for its person: history names
 * them by it, and another account with that address would inherit that history (docs/product.md, "A
 * corrected e-mail").
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

type Person = Pick<Doc<"users">, "email" | "formerEmails">;

/** The person who formerly had this address; null for any other address. */
export async function ownerOf(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  const row = await getOneFrom(ctx.db, "formerEmails", "by_email", email);
  return row && (await ctx.db.get("users", row.uid));
}

/**
 * The present address of the person who has or had `email`; an unknown address is returned as is.
 */
export async function presentEmail(ctx: QueryCtx, email: string): Promise<string> {
  return (await ownerOf(ctx, email))?.email ?? email;
}

/**
 * Returns the settings or document with the supervisor's former address replaced by the present
 * one.
 */
export async function withPresentSupervisor<T extends { readonly supervisor?: string }>(
  ctx: QueryCtx,
  settings: T,
): Promise<T> {
  const { supervisor } = settings;
  if (supervisor === undefined) return settings;
  return { ...settings, supervisor: await presentEmail(ctx, supervisor) };
}

/** True if `email` is the person's present or a former address. */
export function isAddressOf({ email: present, formerEmails = [] }: Person, email?: string) {
  return email === present || formerEmails.some((former) => former.email === email);
}

/** A period in which one address named a person: epoch ms, `from` inclusive, `before` exclusive. */
export type AddressPeriod = {
  readonly email: string;
  readonly from: number;
  readonly before: number;
};

/**
 * The addresses under which history names a person, newest period first. Consecutive periods share
 * the millisecond of the change, in which records under either address may have been written.
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
