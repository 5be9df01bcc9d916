/**
 * The only writer of `tickets`. Each ticket signs one person in, once.
 *
 *   terminal  `sms login` draws a secret, keeps it, and opens a browser with its digest, the
 *             challenge. A person who is signed in there approves. The browser draws a code,
 *             stores it with the challenge as a ticket, and passes it to the terminal (loopback
 *             address, or pasted), which signs in with code and secret. A stolen code is useless
 *             without the secret. A link that an attacker sends gives them no session, because the
 *             code stays on the computer on which the browser runs.
 *   link      an operator with the admin key signs an admin in while the issuer is down or
 *             misconfigured.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { MINUTE_MS } from "#domain/common/durations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import { appError } from "../../lib/errors";
import * as Sessions from "../access/sessions";
import * as UserWrites from "./userWrites";
import { deleteBatch } from "../common/sweep";

type Kind = Doc<"tickets">["kind"];

/** Lifetime of a ticket: a terminal waits for its ticket; a link waits for its person. */
const LIFE_MS: Readonly<Record<Kind, number>> = {
  terminal: 5 * MINUTE_MS,
  link: 15 * MINUTE_MS,
};

/**
 * Stores a ticket; voids an earlier one of the same kind and person.
 *
 * @param secret drawn by the caller, because a mutation may run twice
 * @param challenge digest (`challengeOf`) of a second secret, which must be presented with the
 *   first
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
 * Signs in a terminal that presents the code and the secret behind the challenge.
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

/** Signs in the admin for whom a link was made. @throws LINK_WRONG, DISABLED */
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

/** The challenge of a secret, as computed by the terminal: SHA-256 in hex. */
const challengeOf = (verifier: string) => digest(verifier);

const hashOf = (kind: Kind, secret: string) => digest(`${kind} ticket`, secret);

/** Uses a ticket up; null if there is none for `secret`, or it has expired. */
async function take(ctx: MutationCtx, kind: Kind, secret: string, now: number) {
  const hash = await hashOf(kind, secret);
  const ticket = await getOneFrom(ctx.db, "tickets", "by_hash", hash);
  if (ticket === null || ticket.kind !== kind) return null;
  await ctx.db.delete("tickets", ticket._id);
  return ticket.expiresAt > now ? ticket : null;
}

/** Deletes what has expired. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db.query("tickets").withIndex("by_expiresAt", (q) => q.lte("expiresAt", now));
  return await deleteBatch(ctx, "tickets", old);
}
