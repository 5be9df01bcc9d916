import type { ConvexReactClient } from "convex/react";
import { api } from "../../convex/_generated/api";
import { attempt, type Failure } from "./connection/attempt";
import { withConnection } from "./connection/connection";

/**
 * Sign-in through the company's OpenID Connect issuer, as the browser takes part in it: it leaves
 * for the issuer with a secret of the server's in this tab, and comes back to `/auth/callback`.
 */

/** Key of the sign-in that this tab has begun. */
const BEGUN_KEY = "sms.issuer";
/** Key of the wish that the issuer asks for the credentials again, for the next sign-in here. */
const ASK_AGAIN_KEY = "sms.issuer.askAgain";

type BegunSignIn = {
  /** The server's secret, without which the issuer's answer is worth nothing. */
  readonly verifier: string;
  /** The page to return to, or null. It was checked when it was stored, and is again when read. */
  readonly returnTo: string | null;
};

/**
 * Has the issuer ask for the credentials at the next sign-in from this browser. After an idle
 * sign-out its own session may still be open, and would let a passer-by in with one press. After a
 * refusal it would answer with the same account again.
 */
export function askAgainAtIssuer(): void {
  localStorage.setItem(ASK_AGAIN_KEY, "1");
}

/** The person has signed in at the issuer, so the next sign-in may be short again. */
export function endAskingAgain(): void {
  localStorage.removeItem(ASK_AGAIN_KEY);
}

/**
 * Begins a sign-in and leaves for the issuer.
 *
 * @returns the refusal; null when the browser is on its way
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

/** The sign-in that this tab has begun, once; null where it began none. */
export function takeBegunSignIn(): BegunSignIn | null {
  const kept = sessionStorage.getItem(BEGUN_KEY);
  sessionStorage.removeItem(BEGUN_KEY);
  return kept === null ? null : (JSON.parse(kept) as BegunSignIn);
}
