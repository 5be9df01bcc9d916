import { useCallback } from "react";
import { useNavigate } from "@tanstack/react-router";
import { Observable, useObservable } from "@/lib/observable";

/** Address and password as typed, kept until a verification or a sign-in has used them. */
export interface Credentials {
  email: string;
  password: string;
}

/** The step that must follow the correct password. `setUp`: the role needs a second factor. */
type Need = "verification" | "code" | "setUp";

/**
 * A sign-in of this page whose password was right. It is kept only in memory, because a password
 * belongs neither in an address nor in browser storage. After a reload it is gone, and signing in
 * asks again.
 */
export interface PendingSignIn extends Credentials {
  readonly need: Need;
}

const pending = new Observable<PendingSignIn | null>(null);

export const setPendingSignIn = (next: PendingSignIn | null) => pending.set(next);

export const usePendingSignIn = () => useObservable(pending);

const NEEDS: ReadonlyMap<string | null, Need> = new Map([
  ["EMAIL_UNVERIFIED", "verification"],
  ["SECOND_FACTOR_NEEDED", "code"],
  ["SECOND_FACTOR_MISSING", "setUp"],
]);

/**
 * Keeps the credentials of a refused sign-in that goes on with another step.
 *
 * @param code the refusal's code
 * @returns false for a refusal that ends the sign-in
 */
export function continueSignIn(code: string | null, { email, password }: Credentials): boolean {
  const need = NEEDS.get(code);
  if (need !== undefined) setPendingSignIn({ email, password, need });
  return need !== undefined;
}

/**
 * Returns a function that opens the next step of a sign-in on the sign-in page: after a proof of
 * the mailbox, the second factor. Returns false for a refusal that ends the sign-in.
 */
export function useNextStep(): (code: string | null, credentials: Credentials) => boolean {
  const navigate = useNavigate();
  return useCallback(
    (code, credentials) => {
      if (!continueSignIn(code, credentials)) return false;
      void navigate({ to: "/auth/sign-in" });
      return true;
    },
    [navigate],
  );
}
