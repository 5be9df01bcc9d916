import { MINUTE_MS } from "#domain/common/durations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import type { Identity } from "../../lib/issuer";
import { deleteBatch } from "../common/sweep";

/**
 * The only writer of `issuerSignIns`: sign-ins between their begin and the session. Each step is
 * taken once, by the browser that began.
 *
 *   begin      the browser keeps `verifier`; `state` goes to the issuer and comes back
 *   takeAnswer the issuer's answer is being checked; a repeated one finds nothing
 *   keep       the answer was good: the identity waits for the person
 *   complete   the row is gone, a session begins
 *
 * `verifier` ties the steps to one browser: a stranger's answer, sent as a link to somebody else,
 * does not sign that person in as the stranger.
 */

/** Time to sign in at the issuer. */
const ANSWER_MS = 15 * MINUTE_MS;
/** Time to fill in the sign-up's questions. */
const SIGN_UP_MS = 60 * MINUTE_MS;

type SignIn = Doc<"issuerSignIns">;
/** The `state` that came back from the issuer, and the secret that the browser kept. */
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

/** Takes the issuer's answer to a sign-in, once. @returns null for any other proof */
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

/** Keeps the identity that the issuer's answer proved. */
export async function keep(
  ctx: MutationCtx,
  signInId: Id<"issuerSignIns">,
  identity: Identity,
  now: number,
): Promise<void> {
  await ctx.db.patch("issuerSignIns", signInId, { identity, expiresAt: now + SIGN_UP_MS });
}

/** Ends a sign-in. @returns the identity; null for any other proof, and the second time */
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
  const signIn = await ctx.db
    .query("issuerSignIns")
    .withIndex("by_stateHash", (q) => q.eq("stateHash", hash))
    .unique();
  if (signIn === null || signIn.expiresAt <= now) return null;
  return signIn.verifierHash === (await verifierHash(verifier)) ? signIn : null;
}

const stateHash = (state: string) => digest("issuer state", state);
const verifierHash = (verifier: string) => digest("issuer verifier", verifier);
