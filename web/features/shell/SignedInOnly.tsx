import { useAuthActions, useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Navigate, useLocation } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useDeferredValue, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { TooltipProvider } from "@/components/ui/tooltip";
import { LostSinceProvider, useWatchConnection } from "@/hooks/useLostSince";
import { ViewerProvider } from "@/hooks/data/useViewer";
import { dropDraft } from "@/lib/sampleDraft";
import { askAgainAtIssuer } from "@/lib/issuerSignIn";
import { IDLE_NOTICE, isPastIdleTimeout } from "@/lib/account/idle";
import { isSigningOut, storeNotice } from "@/lib/account/signingOut";
import { mountToaster } from "@/lib/toaster";
import { withdrawAll } from "@/lib/connection/waitingSteps";
import { AppShell } from "./AppShell";
import { ShellSkeleton } from "./skeleton/ShellSkeleton";

/**
 * Shows the shell and the screen to a signed-in user, and redirects visitors to sign-in, which
 * returns them here. The viewer is a live query: a user who is disabled, or signed out elsewhere,
 * is redirected with the server's next answer.
 */
export function SignedInOnly({ children }: { children?: ReactNode }) {
  const session = useStoredSession();
  const lostSince = useWatchConnection();
  useEffect(mountToaster, []);
  // The stored token is sent before this query, so the answer is for this user; waiting for the
  // server to confirm the token would cost another round trip.
  const viewer = useQuery(api.users.viewer, session.isAuthenticated ? {} : "skip");
  // The first render of the shell and its screen is slow; deferring it keeps the page responsive.
  const drawn = useDeferredValue(viewer);

  const [hasBeenIn, setHasBeenIn] = useState(false);
  if (viewer && !hasBeenIn) setHasBeenIn(true);
  const [isLocked, setLocked] = useState(false);

  if (isSigningOut()) return <ShellSkeleton />;
  // Redirects only if there is no stored session, not while the server confirms one.
  if (!session.isLoading && !session.isAuthenticated) {
    return <TurnedAway hasBeenIn={hasBeenIn} isLocked={isLocked} />;
  }
  if (viewer === null) return <EndedSession onLocked={() => setLocked(true)} />;
  if (viewer === undefined || !drawn) return <ShellSkeleton />;
  return (
    <ViewerProvider value={drawn}>
      {/* Only around signed-in screens: public pages have no tooltips to load. */}
      <TooltipProvider delayDuration={300}>
        <LostSinceProvider value={lostSince}>
          <AppShell />
          {children}
        </LostSinceProvider>
      </TooltipProvider>
    </ViewerProvider>
  );
}

type TurnedAwayProps = {
  /** The page has been shown to a signed-in user. */
  hasBeenIn: boolean;
  isLocked: boolean;
};

/**
 * Redirects to sign-in and passes the requested page, which is read only once, because the location
 * changes during the redirect; a locked user reads there that the account is locked. After an idle
 * sign-out in another tab, this tab leaves for `/` too.
 */
function TurnedAway({ hasBeenIn, isLocked }: TurnedAwayProps) {
  const here = useLocation({ select: (location) => location.href });
  const [wanted] = useState(here);
  const [isIdle] = useState(() => hasBeenIn && isPastIdleTimeout(localStorage, Date.now()));
  // Runs however the session ended.
  useEffect(() => {
    dropDraft();
    withdrawAll();
    if (!isIdle) return;
    storeNotice(IDLE_NOTICE);
    window.location.replace("/");
  }, [isIdle]);
  if (isIdle) return <ShellSkeleton />;
  const search = isLocked ? { reason: "disabled" as const } : { redirect: wanted };
  return <Navigate to="/auth/sign-in" search={search} replace />;
}

/**
 * Discards a session that the server has ended although its token is still valid, which leads to
 * sign-in. @param onLocked called if the account was locked
 */
function EndedSession({ onLocked }: { onLocked: () => void }) {
  const { signOut } = useAuthActions();
  const isDisabled = useQuery(api.users.isDisabled);
  const tellLocked = useEffectEvent(onLocked);
  useEffect(() => {
    if (isDisabled === undefined) return;
    if (isDisabled) tellLocked();
    askAgainAtIssuer();
    void signOut();
  }, [signOut, isDisabled]);
  return <ShellSkeleton />;
}
