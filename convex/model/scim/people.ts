/**
 * The people whom a company's directory sees: all who have verified their address, except those
 * that the directory deleted and no one has enabled since (RFC 7644, section 3.6).
 */
import { normaliseEmail, parseEmail } from "#domain/common/email";
import { omitUndefined } from "#domain/common/objects";
import type { ScimFilter } from "#domain/scim/filters";
import { MAX_SCIM_PAGE } from "#domain/scim/messages";
import type { ScimPerson } from "#domain/scim/resource";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { digest } from "../../lib/codes";
import { appError } from "../../lib/errors";
import * as Provisioned from "../accounts/provisioned";
import { presentEmail } from "../people/formerEmails";
import * as Users from "../people/users";

type User = Doc<"users">;

/** True for a person who does not exist for the directory. */
export async function isHidden(ctx: QueryCtx, user: User): Promise<boolean> {
  if (user.emailVerificationTime === undefined) return true;
  if (!user.disabled) return false;
  return (await Provisioned.get(ctx, user._id))?.isDeleted ?? false;
}

/** @throws SCIM_USER_MISSING */
export async function getOrThrow(ctx: QueryCtx, idText: string): Promise<User> {
  const user = await getById(ctx, idText);
  if (user === null) throw appError("SCIM_USER_MISSING");
  return user;
}

async function getById(ctx: QueryCtx, idText: string): Promise<User | null> {
  const userId = ctx.db.normalizeId("users", idText);
  const user = userId && (await ctx.db.get("users", userId));
  return user === null || (await isHidden(ctx, user)) ? null : user;
}

/** At most one more than a page, so that the caller notices if there are too many. */
export async function find(ctx: QueryCtx, { by, value }: ScimFilter): Promise<ScimPerson[]> {
  const found = await candidates(ctx, by, value);
  const seen = [];
  for (const user of found) {
    if (user !== null && !(await isHidden(ctx, user))) seen.push(await described(ctx, user));
  }
  return seen;
}

async function candidates(ctx: QueryCtx, by: ScimFilter["by"], value: string) {
  switch (by) {
    case "id":
      return [await getById(ctx, value)];
    case "externalId": {
      const rows = await Provisioned.withExternalId(ctx, value, MAX_SCIM_PAGE + 1);
      return await Promise.all(rows.map(({ uid }) => ctx.db.get("users", uid)));
    }
    case "userName":
    case "email": {
      // To test the connection, directories also ask for names that are not e-mails.
      const email = normaliseEmail(value, settings().companyDomain);
      return email === null ? [] : [await Users.getByEmail(ctx, email)];
    }
  }
}

/** Users read by one transaction of a list. */
const SCAN = 500;

/**
 * Reads the next people in the order of their creation. A list's `startIndex` is a number, so its
 * reader counts from the beginning, one range after another.
 *
 * @param skip people still to be passed over
 * @param take people still to be returned
 */
export async function scan(
  ctx: QueryCtx,
  { cursor, skip, take }: { cursor: string | null; skip: number; take: number },
): Promise<{ count: number; people: ScimPerson[]; next: string | null }> {
  const found = await ctx.db.query("users").order("asc").paginate({ cursor, numItems: SCAN });
  const people = [];
  let count = 0;
  for (const user of found.page) {
    if (await isHidden(ctx, user)) continue;
    count += 1;
    if (count > skip && people.length < take) people.push(await described(ctx, user));
  }
  return { count, people, next: found.isDone ? null : found.continueCursor };
}

/** A person's attributes, with a version that changes with any of them. */
export async function described(ctx: QueryCtx, user: User): Promise<ScimPerson> {
  const row = await Provisioned.get(ctx, user._id);
  const supervisor = await supervisorOf(ctx, user);
  const { displayName, phoneNumber, userLocation, city, country } = user;
  const person = omitUndefined({
    id: user._id,
    email: user.email,
    displayName,
    givenName: row?.givenName,
    familyName: row?.familyName,
    externalId: row?.externalId,
    phoneNumber,
    userLocation,
    city,
    country,
    isActive: !user.disabled,
    supervisor: supervisor && { id: supervisor._id, displayName: supervisor.displayName },
    createdAt: user.creationTime,
  });
  return { ...person, version: (await digest("scimVersion", JSON.stringify(person))).slice(0, 16) };
}

async function supervisorOf(ctx: QueryCtx, { supervisor }: User): Promise<User | undefined> {
  if (supervisor === undefined) return undefined;
  const user = await Users.getByEmail(ctx, await presentEmail(ctx, supervisor));
  return user?.emailVerificationTime === undefined ? undefined : user;
}

/** The person whom a `manager` names, by id or e-mail; an e-mail without an account as such. */
export async function findManager(
  ctx: QueryCtx,
  value: string,
): Promise<{ readonly user: User } | { readonly email: string }> {
  const user = await getById(ctx, value);
  if (user !== null) return { user };
  const email = parseEmail(value);
  const known = email === null ? null : await Users.findByAnyEmail(ctx, email);
  if (known?.emailVerificationTime !== undefined) return { user: known };
  const awaited = normaliseEmail(value, settings().companyDomain);
  if (awaited === null) throw appError("SCIM_MANAGER", { value: value.slice(0, 100) });
  return { email: awaited };
}
