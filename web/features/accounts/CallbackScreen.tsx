import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Link, Navigate } from "@tanstack/react-router";
import { useConvex, type ConvexReactClient } from "convex/react";
import { useEffect, useState } from "react";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useConfig } from "@/hooks/data/useConfig";
import { safeReturnTo } from "@/lib/account/returnTo";
import { welcome } from "@/lib/account/welcome";
import { REFUSALS } from "#domain/common/errors";
import { attempt, type Failure } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { askAgainAtIssuer, endAskingAgain, takeBegunSignIn } from "@/lib/issuerSignIn";
import { AuthCard } from "./AuthCard";
import { SignUpForm } from "./SignUpForm";
import { useTicketFlow } from "./useTicketFlow";
import { api } from "../../../convex/_generated/api";

type Progress =
  | { readonly kind: "checking" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "proven"; readonly signIn: ProvenSignIn };

/**
 * Completes a sign-in at the company's sign-in service. A newcomer first fills in the sign-up form.
 *
 * @param answer the query with which the issuer redirected the browser back
 */
export function CallbackScreen({ answer }: { answer: string }) {
  const config = useConfig();
  const { isAuthenticated } = useStoredSession();
  const progress = useProgress(answer);
  const signIn = progress.kind === "proven" ? progress.signIn : null;

  if (isAuthenticated) {
    const returnTo = safeReturnTo(signIn?.returnTo) ?? "/dashboard/homefs";
    return <Navigate to={returnTo} replace />;
  }
  if (progress.kind === "refused") {
    return (
      <AuthCard title="You are not signed in">
        <Banner tone="error">{progress.message}</Banner>
        <Button asChild size="lg" className="mt-5 w-full">
          <Link to="/auth/sign-in">Back to sign in</Link>
        </Button>
      </AuthCard>
    );
  }
  if (signIn?.next.kind === "signUp") {
    const { state, verifier, next } = signIn;
    return (
      <AuthCard
        wide
        title="Who are you?"
        description={`Your account will be ${next.email}. Tell us a little more to finish.`}
      >
        <SignUpForm
          config={config}
          proof={{ ...next, state, verifier }}
          onDone={({ email }) => welcome(email)}
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Signing you in…" description="Waiting for your company's sign-in service.">
      <Skeleton className="h-11" />
    </AuthCard>
  );
}

/** Sends the answer to the server for checking, and signs in a person who has an account. */
function useProgress(answer: string): Progress {
  const convex = useConvex();
  const enter = useTicketFlow();
  const [progress, setProgress] = useState<Progress>({ kind: "checking" });
  useEffect(() => {
    let isShown = true;
    const show = (next: Progress) => isShown && setProgress(next);
    const run = async () => {
      const outcome = await finishAtIssuer(convex, answer);
      if (!outcome.ok) return show({ kind: "refused", message: outcome.message });
      const { state, verifier, next } = outcome.value;
      show({ kind: "proven", signIn: outcome.value });
      if (next.kind === "signUp" || !isShown) return;
      const entered = await enter({ flow: "issuer", state, verifier });
      if (entered?.ok) welcome(next.email);
      else if (entered) show({ kind: "refused", message: entered.message });
    };
    void run();
    return () => void (isShown = false);
  }, [convex, enter, answer]);
  return progress;
}

/** A sign-in that the server has accepted. */
type ProvenSignIn = {
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
function finishAtIssuer(client: ConvexReactClient, answer: string): Promise<Outcome> {
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
