import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex, type ConvexReactClient } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { authStorage } from "@/lib/account/authStorage";
import { dropBaskets } from "@/lib/basketKey";
import { askAgainAtIssuer } from "@/lib/issuerSignIn";
import { dropDraft } from "@/lib/sampleDraft";
import { startSigningOut } from "@/lib/account/signingOut";
import { withdrawAll } from "@/lib/connection/waitingSteps";
import { api } from "../../../convex/_generated/api";
import { forgetRecentSamples } from "./palette/recentSamples";
import { MESSAGES } from "#domain/common/messages";

type SignOutOptions = {
  /**
   * Keeps the encrypted replica of samples in the browser, without its key, for the user's next
   * sign-in after an idle sign-out.
   */
  readonly isIdle?: boolean;
};

/**
 * Ends the session on the server and in this browser, then reloads the page at `to`, so that none
 * of the user's data stays in memory. A session that began at the company's sign-in service ends
 * there too: the browser goes there first, and the service redirects it to /auth/sign-in. An idle
 * sign-out keeps the service's session for the company's other apps; the next sign-in from this
 * browser then asks for the credentials again.
 */
export function useSignOut(): (
  to: "/" | "/auth/sign-in",
  options?: SignOutOptions,
) => Promise<void> {
  const { signOut } = useAuthActions();
  const client = useConvex();
  return useCallback(
    async (to, { isIdle = false } = {}) => {
      startSigningOut();
      const slow = setTimeout(() => toast.loading(MESSAGES.signingOut), SLOW_MS);
      dropDraft();
      withdrawAll();
      if (isIdle) askAgainAtIssuer();
      else forgetTab();
      const isDeleted = isIdle ? Promise.resolve() : deleteKeptCopy(client);
      let atIssuer: string | null = null;
      const isAsked = isIdle ? Promise.resolve(null) : client.action(api.issuer.signOutUrl, {});
      const isKnown = isAsked.then((url) => void (atIssuer = url));
      // Both need the session, and neither failure keeps it alive.
      const hasEnded = Promise.allSettled([isDeleted, isKnown]).then(signOut);
      await Promise.race([hasEnded, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
      clearTimeout(slow);
      authStorage.forgetSession();
      window.location.replace(atIssuer ?? to);
    },
    [signOut, client],
  );
}

/** Duration after which a sign-out shows its progress, ms. */
const SLOW_MS = 400;
/**
 * How long a sign-out waits for the server without a connection. It then ends in this browser only:
 * the session's tokens are deleted, and so is the id under which the server stores the replica's
 * key.
 */
const MAX_WAIT_MS = 3_000;

/**
 * Deletes the work that a tab stores for its person. An idle sign-out keeps it, because a basket
 * may hold an hour of scans.
 */
function forgetTab(): void {
  dropBaskets(sessionStorage);
  forgetRecentSamples();
}

async function deleteKeptCopy(client: ConvexReactClient): Promise<void> {
  const { deleteCopy } = await import("@/lib/tables/sampleCopy");
  await deleteCopy(client);
}
