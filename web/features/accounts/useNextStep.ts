import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Credentials } from "./credentials";
import { continueSignIn } from "./pendingSignIn";

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
