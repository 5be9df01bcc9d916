/**
 * The only writer of links between people and their identities at an OpenID Connect issuer. A link
 * is a row of @convex-dev/auth's accounts, next to the password accounts. An identity is (issuer,
 * subject); its e-mail, name and other claims can change without notice, so they do not identify a
 * person.
 *
 * A person has at most one link. A link to another issuer replaces it: the operator has moved the
 * company to that issuer, and the former one no longer signs anyone in.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

const PROVIDER = "oidc";

/** The part of an identity that never changes. */
export type IssuerSubject = { readonly issuer: string; readonly subject: string };

/** An issuer is a URL and contains no space, so two identities never share a key. */
const keyOf = ({ issuer, subject }: IssuerSubject) => `${issuer} ${subject}`;

/** The person linked to an identity; null if it is not linked. */
export async function ownerOf(
  ctx: QueryCtx,
  identity: IssuerSubject,
): Promise<Doc<"users"> | null> {
  const link = await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PROVIDER).eq("providerAccountId", keyOf(identity)),
    )
    .unique();
  return link && (await ctx.db.get("users", link.userId));
}

/** The identity that a person is linked to. */
export async function get(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<(IssuerSubject & { readonly linkedAt: number }) | null> {
  const link = await linkOf(ctx, userId);
  if (link === null) return null;
  const [issuer = "", ...subject] = link.providerAccountId.split(" ");
  return { issuer, subject: subject.join(" "), linkedAt: link._creationTime };
}

/** Links a person to an identity that is not linked yet. */
export async function link(
  ctx: MutationCtx,
  userId: Id<"users">,
  identity: IssuerSubject,
): Promise<void> {
  await unlink(ctx, userId);
  const key = keyOf(identity);
  await ctx.db.insert("authAccounts", { userId, provider: PROVIDER, providerAccountId: key });
}

/** Removes a person's link. @returns false if there was none */
export async function unlink(ctx: MutationCtx, userId: Id<"users">): Promise<boolean> {
  const link = await linkOf(ctx, userId);
  if (link !== null) await ctx.db.delete("authAccounts", link._id);
  return link !== null;
}

async function linkOf(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId).eq("provider", PROVIDER))
    .unique();
}
