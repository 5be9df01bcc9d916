import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex, type ConvexReactClient } from "convex/react";
import { useCallback } from "react";
import { toast } from "sonner";
import { authStorage } from "@/lib/account/authStorage";
import { dropDraft } from "@/lib/sampleDraft";
import { startSigningOut } from "@/lib/account/signingOut";
import { withdrawAll } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

type SignOutOptions = {
  /**
   * The encrypted copy of samples stays in the browser, without its key: whoever only left their
   * desk finds it again at their next sign-in.
   */
  readonly isIdle?: boolean;
};

/**
 * Ends the session on the server and in this browser, then loads `to` anew, so that nothing this
 * person saw stays in the page's memory.
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
      const isDeleted = isIdle ? Promise.resolve() : deleteKeptCopy(client);
      const hasEnded = isDeleted.catch(() => undefined).then(signOut);
      await Promise.race([hasEnded, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
      clearTimeout(slow);
      authStorage.forgetSession();
      window.location.replace(to);
    },
    [signOut, client],
  );
}

/** A sign-out that takes longer says that it is under way, ms. */
const SLOW_MS = 400;
/**
 * Without a connection, a sign-out waits so long for the server. It then ends in this browser
 * alone: the session's tokens are gone, and so is the id under which the server has the copy's key.
 */
const MAX_WAIT_MS = 3_000;

async function deleteKeptCopy(client: ConvexReactClient): Promise<void> {
  const { deleteCopy } = await import("@/lib/tables/sampleCopy");
  await deleteCopy(client);
}
