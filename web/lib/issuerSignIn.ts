/**
 * The browser's part of a sign-in through the company's OpenID Connect issuer: it stores a secret
 * from the server in this tab, navigates to the issuer, and returns to `/auth/callback`.
 */
import type { ConvexReactClient } from "convex/react";
import { api } from "../../convex/_generated/api";
import { attempt, type Failure } from "./connection/attempt";
import { withConnection } from "./connection/connection";

/** sessionStorage key of the sign-in that this tab has begun. */
const BEGUN_KEY = "sms.issuer";
/** localStorage key: the issuer must ask for the credentials at the next sign-in. */
const ASK_AGAIN_KEY = "sms.issuer.askAgain";

type BegunSignIn = {
  /** The server's secret; the issuer's answer is useless without it. */
  readonly verifier: string;
  /** Page to return to, or null. Validated when stored and again when read. */
  readonly returnTo: string | null;
};

/**
 * Makes the issuer ask for the credentials at the next sign-in from this browser. After an idle
 * sign-out, the issuer's own session may still be open and would let a passer-by in with one press.
 * After a refusal, it would answer with the same account again.
 */
export function askAgainAtIssuer(): void {
  localStorage.setItem(ASK_AGAIN_KEY, "1");
}

/** Call after a sign-in at the issuer: the next sign-in may use the issuer's session again. */
export function endAskingAgain(): void {
  localStorage.removeItem(ASK_AGAIN_KEY);
}

/**
 * Begins a sign-in and navigates to the issuer.
 *
 * @returns the refusal's message; null when the browser is navigating
 */
export async function leaveForIssuer(
  client: ConvexReactClient,
  returnTo: string | null,
): Promise<Failure | null> {
  const asksAgain = localStorage.getItem(ASK_AGAIN_KEY) !== null;
  const begun = await attempt(
    withConnection(client, client.action(api.issuer.begin, { asksAgain })),
  );
  if (!begun.ok) return begun;
  const { url, verifier } = begun.value;
  const kept: BegunSignIn = { verifier, returnTo };
  sessionStorage.setItem(BEGUN_KEY, JSON.stringify(kept));
  window.location.assign(url);
  return null;
}

/** Removes and returns the sign-in that this tab has begun; null if there is none. */
export function takeBegunSignIn(): BegunSignIn | null {
  const kept = sessionStorage.getItem(BEGUN_KEY);
  sessionStorage.removeItem(BEGUN_KEY);
  return kept === null ? null : (JSON.parse(kept) as BegunSignIn);
}
