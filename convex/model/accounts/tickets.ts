import { MINUTE_MS } from "#domain/common/durations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import { appError } from "../../lib/errors";
import * as Sessions from "../access/sessions";
import * as UserWrites from "./userWrites";
import { deleteBatch } from "../common/sweep";

/**
 * The only writer of `tickets`, each of which lets one person in once.
 *
 *   terminal  the person agrees in a browser where they are signed in. The browser hands a code to
 *             the terminal, which shows it with the secret behind the challenge that it began with:
 *             neither a code that is seen on the way nor a link that a stranger sends opens a
 *             session of theirs.
 *   link      an operator with the admin key lets an admin in when the issuer is down or set up
 *             wrongly.
 */

type Kind = Doc<"tickets">["kind"];

/** Life of a ticket: the terminal waits for its own, a person opens the link. */
const LIFE_MS: Readonly<Record<Kind, number>> = {
  terminal: 5 * MINUTE_MS,
  link: 15 * MINUTE_MS,
};

/**
 * Makes a ticket; an earlier one of the same kind and person is void.
 *
 * @param secret drawn by the caller, because a mutation may run twice
 * @param challenge digest (`challengeOf`) of what must come with the secret
 */
export async function insert(
  ctx: MutationCtx,
  uid: Id<"users">,
  { kind, secret, challenge }: { kind: Kind; secret: string; challenge?: string },
  now: number,
): Promise<void> {
  const earlier = await ctx.db
    .query("tickets")
    .withIndex("by_uid_and_kind", (q) => q.eq("uid", uid).eq("kind", kind))
    .unique();
  if (earlier !== null) await ctx.db.delete("tickets", earlier._id);
  const row = { kind, uid, hash: await hashOf(kind, secret), expiresAt: now + LIFE_MS[kind] };
  await ctx.db.insert("tickets", challenge === undefined ? row : { ...row, challenge });
}

/**
 * Signs in the terminal that has the secret behind the challenge.
 *
 * @throws TERMINAL_CODE_WRONG, DISABLED
 */
export async function enterTerminal(
  ctx: MutationCtx,
  { code, verifier }: { code: string; verifier: string },
  now: number,
) {
  const ticket = await take(ctx, "terminal", code, now);
  if (ticket?.challenge !== (await challengeOf(verifier))) throw appError("TERMINAL_CODE_WRONG");
  return await enter(ctx, ticket.uid, "terminal", now);
}

/** Signs in the admin whom a link was made for. @throws LINK_WRONG, DISABLED */
export async function enterByLink(ctx: MutationCtx, token: string, now: number) {
  const ticket = await take(ctx, "link", token, now);
  if (ticket === null) throw appError("LINK_WRONG");
  const user = await ctx.db.get("users", ticket.uid);
  if (user?.role !== "admin") throw appError("LINK_WRONG");
  return await enter(ctx, ticket.uid, "browser", now);
}

async function enter(ctx: MutationCtx, uid: Id<"users">, client: Sessions.Client, now: number) {
  const user = await ctx.db.get("users", uid);
  if (!user?.isActive) throw appError("DISABLED");
  const sessionId = await Sessions.start(ctx, uid, client, now);
  await UserWrites.recordSignIn(ctx, user, now);
  return { userId: uid, sessionId };
}

/** The challenge of a secret, as the terminal computes it: SHA-256 in hex. */
const challengeOf = (verifier: string) => digest(verifier);

const hashOf = (kind: Kind, secret: string) => digest(`${kind} ticket`, secret);

/** Uses a ticket up; null for any other text. */
async function take(ctx: MutationCtx, kind: Kind, secret: string, now: number) {
  const hash = await hashOf(kind, secret);
  const ticket = await ctx.db
    .query("tickets")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  if (ticket === null || ticket.kind !== kind) return null;
  await ctx.db.delete("tickets", ticket._id);
  return ticket.expiresAt > now ? ticket : null;
}

/** Deletes what has expired. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db.query("tickets").withIndex("by_expiresAt", (q) => q.lte("expiresAt", now));
  return await deleteBatch(ctx, "tickets", old);
}
