import { useAuthActions, useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Navigate, useLocation } from "@tanstack/react-router";
import { useConvexAuth, useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ViewerProvider } from "@/hooks/useViewer";
import { isLeaving } from "@/lib/leaving";
import { AppShell } from "./AppShell";
import { ShellSkeleton } from "./ShellSkeleton";

/**
 * The shell and the screen for a signed-in person; sign-in, and back afterwards, for anybody else.
 * The viewer is live: who is disabled or signed out elsewhere leaves with the server's next answer.
 */
export function SignedInOnly() {
  const session = useStoredSession();
  const { isAuthenticated: isConfirmed } = useConvexAuth();
  const viewer = useQuery(api.users.viewer, isConfirmed ? {} : "skip");

  if (isLeaving()) return <ShellSkeleton />;
  // A session that the server has not confirmed yet is no reason to turn anybody away.
  if (!session.isLoading && !session.isAuthenticated) {
    return <TurnedAway />;
  }
  if (viewer === null) return <EndedSession />;
  if (viewer === undefined) return <ShellSkeleton />;
  return (
    <ViewerProvider value={viewer}>
      <AppShell />
    </ViewerProvider>
  );
}

/** To sign-in, which leads back. The wanted page is noted once: on the way the location changes. */
function TurnedAway() {
  const here = useLocation({ select: (location) => location.href });
  const [wanted] = useState(here);
  return <Navigate to="/auth/sign-in" search={{ redirect: wanted }} replace />;
}

/** The token is still good but its session is over: forget it, which leads to sign-in. */
function EndedSession() {
  const { signOut } = useAuthActions();
  useEffect(() => {
    void signOut();
  }, [signOut]);
  return <ShellSkeleton />;
}
