import { useAuthActions, useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Navigate, useLocation } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useDeferredValue, useEffect, useState, type ReactNode } from "react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "#domain/common/errors";
import { TooltipProvider } from "@/components/ui/tooltip";
import { LostSinceProvider, useWatchConnection } from "@/hooks/useLostSince";
import { ViewerProvider } from "@/hooks/data/useViewer";
import { dropDraft } from "@/lib/sampleDraft";
import { isSigningOut } from "@/lib/account/signingOut";
import { mountToaster } from "@/lib/toaster";
import { withdrawAll } from "@/lib/connection/waitingSteps";
import { AppShell } from "./AppShell";
import { ShellSkeleton } from "./skeleton/ShellSkeleton";

/**
 * Shows the shell and the screen to a signed-in person, and sends anybody else to sign in, from
 * where they come back. The viewer is live: a person who is disabled, or signed out elsewhere,
 * leaves with the server's next answer.
 */
export function SignedInOnly({ children }: { children?: ReactNode }) {
  const session = useStoredSession();
  const lostSince = useWatchConnection();
  useEffect(mountToaster, []);
  // The stored token leaves before the question, so no answer is a stranger's; to wait until the
  // server confirms the token would take one more round trip.
  const viewer = useQuery(api.users.viewer, session.isAuthenticated ? {} : "skip");
  // The first drawing of the shell with its screen is long: deferred, it leaves room for input.
  const drawn = useDeferredValue(viewer);

  if (isSigningOut()) return <ShellSkeleton />;
  // A visitor is turned away only without a stored session, not while the server confirms one.
  if (!session.isLoading && !session.isAuthenticated) {
    return <TurnedAway />;
  }
  if (viewer === null) return <EndedSession />;
  if (viewer === undefined || !drawn) return <ShellSkeleton />;
  return (
    <ViewerProvider value={drawn}>
      {/* Only around signed-in screens: public pages have no tooltip and do not fetch its code. */}
      <TooltipProvider delayDuration={300}>
        <LostSinceProvider value={lostSince}>
          <AppShell />
          {children}
        </LostSinceProvider>
      </TooltipProvider>
    </ViewerProvider>
  );
}

/**
 * Leads to sign-in and keeps the wanted page. The page is read once, because the location changes
 * on the way.
 */
function TurnedAway() {
  const here = useLocation({ select: (location) => location.href });
  const [wanted] = useState(here);
  // However the session ended.
  useEffect(() => {
    dropDraft();
    withdrawAll();
  }, []);
  return <Navigate to="/auth/sign-in" search={{ redirect: wanted }} replace />;
}

/**
 * Forgets a session that the server has ended although its token is still good; this leads to
 * sign-in. A person whose account was locked reads so.
 */
function EndedSession() {
  const { signOut } = useAuthActions();
  const isDisabled = useQuery(api.users.isDisabled);
  useEffect(() => {
    if (isDisabled === undefined) return;
    if (isDisabled) toast.error(REFUSALS.DISABLED, { duration: Infinity });
    void signOut();
  }, [signOut, isDisabled]);
  return <ShellSkeleton />;
}
