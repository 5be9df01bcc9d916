import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "#domain/common/errors";
import { attempt, type Failure } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { askAgainAtIssuer, endAskingAgain, takeBegunSignIn } from "@/lib/issuerSignIn";

/** A sign-in that the server has accepted. */
export type ProvenSignIn = {
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: unknown;
  readonly next: Awaited<ReturnType<typeof finish>>;
};
type Outcome = { ok: true; value: ProvenSignIn } | ({ ok: false } & Failure);

/** Outcome by answer: React may render a screen twice, and each answer is valid once. */
const outcomes = new Map<string, Promise<Outcome>>();

/**
 * Sends the issuer's answer to the server for checking. @param answer query of the page's address
 */
export function finishAtIssuer(client: ConvexReactClient, answer: string): Promise<Outcome> {
  const known = outcomes.get(answer) ?? finishOnce(client, answer);
  outcomes.set(answer, known);
  return known;
}

async function finishOnce(client: ConvexReactClient, answer: string): Promise<Outcome> {
  const begun = takeBegunSignIn();
  if (begun === null) {
    const code = "ISSUER_SIGN_IN_OVER";
    return { ok: false, code, message: REFUSALS[code], field: null };
  }
  const { verifier, returnTo } = begun;
  const outcome = await attempt(withConnection(client, finish(client, answer, verifier)));
  if (!outcome.ok) {
    // With its session still open, the issuer would immediately answer with the same account.
    askAgainAtIssuer();
    return outcome;
  }
  endAskingAgain();
  const state = new URLSearchParams(answer).get("state") ?? "";
  return { ok: true, value: { state, verifier, returnTo, next: outcome.value } };
}

const finish = (client: ConvexReactClient, answer: string, verifier: string) =>
  client.action(api.issuer.finish, { answer, verifier });
