import { useAuthActions } from "@convex-dev/auth/react";
import { useCallback } from "react";
import { startSigningOut } from "@/lib/signingOut";

/**
 * Ends the session on the server and in this browser, then loads `to` anew, so that nothing this
 * person saw stays in the page's memory.
 */
export function useSignOut(): (to: "/" | "/auth/sign-in") => Promise<void> {
  const { signOut } = useAuthActions();
  return useCallback(
    async (to) => {
      startSigningOut();
      await signOut();
      window.location.replace(to);
    },
    [signOut],
  );
}
