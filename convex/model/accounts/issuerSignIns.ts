/**
 * The only writer of `issuerSignIns`: sign-ins that have begun at the issuer and have no session
 * yet. Each step succeeds once, and only in the browser that began.
 *
 *   begin       the browser keeps `verifier`; `state` goes to the issuer and comes back
 *   takeAnswer  the check of the issuer's answer begins; a repeated answer finds nothing
 *   keep        the answer is valid: its identity is stored until the person continues
 *   complete    the row is deleted and a session begins
 *
 * `verifier` ties the steps to one browser. Otherwise an attacker could begin a sign-in, mail the
 * link with the issuer's answer to a victim, and have the victim work in the attacker's account
 * (login CSRF).
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { MINUTE_MS } from "#domain/common/durations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import type { Identity } from "../../lib/signIn/issuer";
import { deleteBatch } from "../common/sweep";

/** Time allowed for signing in at the issuer. */
const ANSWER_MS = 15 * MINUTE_MS;
/** Time allowed for filling in the sign-up form. */
const SIGN_UP_MS = 60 * MINUTE_MS;

type SignIn = Doc<"issuerSignIns">;
/** The `state` that returned from the issuer, and the secret that the browser kept. */
export type Proof = { readonly state: string; readonly verifier: string };

export async function begin(
  ctx: MutationCtx,
  { state, verifier, ...secrets }: Proof & { nonce: string; codeVerifier: string },
  now: number,
): Promise<void> {
  await ctx.db.insert("issuerSignIns", {
    stateHash: await stateHash(state),
    verifierHash: await verifierHash(verifier),
    ...secrets,
    isAnswered: false,
    expiresAt: now + ANSWER_MS,
  });
}

/**
 * Accepts the issuer's answer to a sign-in, once. @returns null if the proof matches no open
 * sign-in
 */
export async function takeAnswer(
  ctx: MutationCtx,
  proof: Proof,
  now: number,
): Promise<Pick<SignIn, "_id" | "nonce" | "codeVerifier"> | null> {
  const signIn = await find(ctx, proof, now);
  if (signIn === null || signIn.isAnswered) return null;
  await ctx.db.patch("issuerSignIns", signIn._id, { isAnswered: true });
  const { _id, nonce, codeVerifier } = signIn;
  return { _id, nonce, codeVerifier };
}

/** Stores the identity that the issuer's answer has proved. */
export async function keep(
  ctx: MutationCtx,
  signInId: Id<"issuerSignIns">,
  identity: Identity,
  now: number,
): Promise<void> {
  await ctx.db.patch("issuerSignIns", signInId, { identity, expiresAt: now + SIGN_UP_MS });
}

/**
 * Ends a sign-in. @returns the identity, the first time; null afterwards, and for any other proof
 */
export async function complete(
  ctx: MutationCtx,
  proof: Proof,
  now: number,
): Promise<Identity | null> {
  const signIn = await find(ctx, proof, now);
  if (signIn?.identity === undefined) return null;
  await ctx.db.delete("issuerSignIns", signIn._id);
  return signIn.identity;
}

/** Deletes what has expired. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("issuerSignIns")
    .withIndex("by_expiresAt", (q) => q.lte("expiresAt", now));
  return await deleteBatch(ctx, "issuerSignIns", old);
}

async function find(ctx: QueryCtx, { state, verifier }: Proof, now: number) {
  const hash = await stateHash(state);
  const signIn = await getOneFrom(ctx.db, "issuerSignIns", "by_stateHash", hash);
  if (signIn === null || signIn.expiresAt <= now) return null;
  return signIn.verifierHash === (await verifierHash(verifier)) ? signIn : null;
}

const stateHash = (state: string) => digest("issuer state", state);
const verifierHash = (verifier: string) => digest("issuer verifier", verifier);
