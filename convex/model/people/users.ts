/**
 * Finds people, and decides who may read whose record. E-mails are normalised
 * (domain/common/email.ts) unless a function says "as typed". `accounts/userWrites.ts` writes the
 * documents.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { RefusalCode } from "#domain/common/errors";
import { parseEmail } from "#domain/common/email";
import { mayAct } from "#domain/people/roles";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { AdministratorCtx, UserQueryCtx } from "../../lib/functions";
import { isAddressOf, ownerOf } from "./formerEmails";

/** Finds the account with this e-mail, including disabled and unverified ones. */
export async function getByEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await getOneFrom(ctx.db, "users", "by_email", email);
}

/** The person with this id; null if they are disabled or have not verified their address. */
export async function getActive(ctx: QueryCtx, id: Id<"users">): Promise<Doc<"users"> | null> {
  const person = await ctx.db.get("users", id);
  return person?.isActive && !person.disabled ? person : null;
}

/**
 * Finds an account by e-mail; null also if the person is disabled or has not verified their
 * address.
 */
export async function getActiveByEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  const user = await getByEmail(ctx, email);
  return user?.isActive ? user : null;
}

/**
 * Finds the person who has or had this address. Use it for addresses in forms and spreadsheets;
 * signing in accepts present addresses only.
 */
export async function findByAnyEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return (await getByEmail(ctx, email)) ?? (await ownerOf(ctx, email));
}

/** Like `findByAnyEmail`; null also for a disabled or unverified person. */
export async function findActiveByAnyEmail(
  ctx: QueryCtx,
  email: string,
): Promise<Doc<"users"> | null> {
  const user = await findByAnyEmail(ctx, email);
  return user?.isActive ? user : null;
}

/** @throws USER_UNKNOWN */
export async function getByEmailOrThrow(ctx: QueryCtx, email: string): Promise<Doc<"users">> {
  const user = await getByEmail(ctx, email);
  if (user === null) throw appError("USER_UNKNOWN");
  return user;
}

/**
 * The person who has or had this e-mail, or null.
 * @param email as typed
 */
export async function findByTypedEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await findByAnyEmail(ctx, parseEmail(email) ?? "");
}

/**
 * The person who has or had this e-mail.
 * @param email as typed
 * @throws USER_UNKNOWN
 */
export async function getByTypedEmail(ctx: QueryCtx, email: string): Promise<Doc<"users">> {
  const person = await findByTypedEmail(ctx, email);
  if (person === null) throw appError("USER_UNKNOWN");
  return person;
}

/**
 * The person whose account an administrator is about to change.
 *
 * @throws OWN_ACCOUNT if it is the admin's own: no one may change their own rights
 * @throws USER_UNKNOWN
 */
export async function getOtherThanActor(
  ctx: AdministratorCtx,
  email: string,
): Promise<Doc<"users">> {
  const user = await getByTypedEmail(ctx, email);
  if (user._id === ctx.actor?._id) throw appError("OWN_ACCOUNT");
  return user;
}

/**
 * True if the actor may read the person's whole record: docs/product.md, "Employees and private
 * data".
 */
export function maySeePerson(
  actor: Pick<Doc<"users">, "_id" | "email" | "formerEmails" | "role">,
  person: Doc<"users">,
): boolean {
  if (actor.role === "admin" || person._id === actor._id) return true;
  return actor.role === "supervisor" && isAddressOf(actor, person.supervisor);
}

/** The person with this id; null also if the caller may not read their record. */
export async function getVisible(ctx: UserQueryCtx, uid: string): Promise<Doc<"users"> | null> {
  const userId = ctx.db.normalizeId("users", uid);
  const person = userId === null ? null : await ctx.db.get("users", userId);
  return person !== null && maySeePerson(ctx.actor, person) ? person : null;
}

/**
 * Checks that `supervisor`, an e-mail, may supervise `user`: an active supervisor or admin.
 *
 * @throws SUPERVISOR_UNKNOWN, SUPERVISOR_ROLE
 * @throws SUPERVISOR_SELF unless the person is an admin: the head of a company needs a supervisor
 *   too
 */
export async function requireSupervisor(
  ctx: QueryCtx,
  user: Pick<Doc<"users">, "email" | "role">,
  supervisor: string,
): Promise<void> {
  const refused = (code: RefusalCode) => appError(code, { supervisor }, "supervisor");
  const email = parseEmail(supervisor);
  const chosen = email === null ? null : await getActiveByEmail(ctx, email);
  if (chosen === null) throw refused("SUPERVISOR_UNKNOWN");
  if (chosen.email === user.email) {
    if (user.role !== "admin") throw refused("SUPERVISOR_SELF");
  } else if (!mayAct(chosen.role, "supervisor")) {
    throw refused("SUPERVISOR_ROLE");
  }
}

/** More admins than any company has. */
const MAX_ADMINS = 50;

/** All admins who may sign in, at most MAX_ADMINS. */
export async function listAdmins(ctx: QueryCtx): Promise<Doc<"users">[]> {
  return await ctx.db
    .query("users")
    .withIndex("by_role_and_isActive", (q) => q.eq("role", "admin").eq("isActive", true))
    .take(MAX_ADMINS);
}

/** Maximum number of list entries checked for the first one that is still an admin. */
const MAX_LISTED = 20;

/**
 * E-mail of the longest-serving active admin; null if there is none. Admins missing from the admin
 * list come last, by account age.
 */
export async function firstAdmin(ctx: QueryCtx): Promise<string | null> {
  for (const { email } of await ctx.db.query("adminModel").take(MAX_LISTED)) {
    // The admin list and the role are independent: an entry grants no role, and removing it revokes
    // none.
    if ((await getActiveByEmail(ctx, email))?.role === "admin") return email;
  }
  const unlisted = await ctx.db
    .query("users")
    .withIndex("by_role_and_isActive", (q) => q.eq("role", "admin").eq("isActive", true))
    .first();
  return unlisted?.email ?? null;
}

/**
 * Finds people by e-mail with at most one read each, in a transaction that does not change them.
 */
export class PeopleByEmail {
  readonly #ctx: QueryCtx;
  readonly #found: Map<string, Doc<"users"> | null>;

  /** @param known documents that this transaction has already read; finding them costs no read */
  constructor(ctx: QueryCtx, known: readonly Doc<"users">[]) {
    this.#ctx = ctx;
    this.#found = new Map(known.map((person) => [person.email, person]));
  }

  /** @returns null for an address without an account */
  async get(email: string): Promise<Doc<"users"> | null> {
    const known = this.#found.get(email);
    if (known !== undefined) return known;
    const person = await getByEmail(this.#ctx, email);
    this.#found.set(email, person);
    return person;
  }
}
