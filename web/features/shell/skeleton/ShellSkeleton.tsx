import { useLocation } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { ConnectionBar } from "@/components/ConnectionBar";
import { Skeleton } from "@/components/ui/skeleton";
import { Wordmark } from "@/components/Wordmark";
import { useTheme } from "@/hooks/useTheme";
import { cn } from "@/lib/utils";
import { EmptyState } from "@/components/pages/EmptyState";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useIsConnected } from "@/hooks/useIsConnected";
import { useIsSocketBlocked } from "@/hooks/useIsSocketBlocked";
import { MESSAGES } from "#domain/common/messages";
import { siblingsAt } from "../navigation";
import { ScreenSkeleton } from "./ScreenSkeleton";

/** A skeleton of the shell around the screen's, shown while the session is being checked. */
export function ShellSkeleton() {
  const { sidebarPosition, sidebarBehavior, layout } = useTheme();
  const isCompact = sidebarBehavior === "compact";
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The role is not known yet; people of lower roles rarely open these pages.
  const hasTabs = siblingsAt(path, "admin").length > 0;
  return (
    <div className={cn(layout === "boxed" && "mx-auto max-w-[1440px] 2xl:border-x")}>
      <div
        className={cn("flex min-h-dvh", sidebarPosition === "right" && "flex-row-reverse")}
        aria-busy="true"
      >
        <span className="sr-only" role="status">
          Loading…
        </span>
        <SidebarSkeleton isCompact={isCompact} />
        <div className="flex min-w-0 flex-1 flex-col pb-[calc(var(--navigation-bar)+env(safe-area-inset-bottom))] lg:pb-0">
          <ConnectionBar />
          <div className="flex h-14 shrink-0 items-center gap-3 border-b bg-card px-4 sm:px-6">
            <span className="lg:hidden">
              <Wordmark />
            </span>
            <Skeleton className="ml-auto h-8 w-40 max-sm:w-8" />
            <Skeleton className="size-8 rounded-full" />
          </div>
          {hasTabs && <div className="h-10 shrink-0 border-b bg-card coarse:h-11" />}
          <main className="flex flex-1 flex-col px-4 py-3 sm:px-6 sm:py-5">
            <OutOfReach>
              <ScreenSkeleton />
            </OutOfReach>
          </main>
        </div>
      </div>
      <div className="fixed inset-x-0 bottom-0 flex h-[calc(var(--navigation-bar)+env(safe-area-inset-bottom))] items-center justify-around border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden">
        {["inbox", "samples", "scan", "more"].map((entry) => (
          <Skeleton key={entry} className="size-8" />
        ))}
      </div>
    </div>
  );
}

/** Number of entries in the sidebar's groups, for role user; the first is the Inbox. */
const GROUPS = [1, 2, 8, 2, 3] as const;

function SidebarSkeleton({ isCompact }: { isCompact: boolean }) {
  return (
    <div
      className={cn(
        "sticky top-0 hidden h-dvh shrink-0 flex-col overflow-hidden bg-sidebar text-sidebar-foreground lg:flex",
        isCompact ? "w-16" : "w-60",
      )}
    >
      <div
        className={cn(
          "flex h-14 shrink-0 items-center text-sidebar-active-foreground",
          isCompact ? "justify-center" : "px-4",
        )}
      >
        <Wordmark compact={isCompact} />
      </div>
      <div className="flex flex-col gap-2 px-3 py-1">
        {GROUPS.map((entries, group) => (
          <div key={group} className="flex flex-col">
            {group > 0 && <Skeleton className="mx-2 mb-1.5 h-3 w-16 bg-sidebar-foreground/10" />}
            {Array.from({ length: entries }, (_, entry) => (
              <div key={entry} className="flex h-8 items-center gap-2.5 px-2">
                <Skeleton className="size-4 bg-sidebar-foreground/15" />
                {!isCompact && <Skeleton className="h-3.5 w-32 bg-sidebar-foreground/15" />}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Time without a connection after which it is reported, ms. */
const SHOW_AFTER_MS = 3000;

/**
 * Shows `children`, a skeleton, until the server responds; if it cannot be reached, shows the
 * reason and a retry button. The screen opens as soon as there is a connection.
 */
function OutOfReach({ children }: { children: ReactNode }) {
  return useIsConnected() ? children : <Unconnected>{children}</Unconnected>;
}

function Unconnected({ children }: { children: ReactNode }) {
  const isBlocked = useIsSocketBlocked();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return children;
  return (
    <Card>
      <EmptyState
        icon={WifiOff}
        title={MESSAGES.outOfReach}
        action={
          <Button variant="outline" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        {isBlocked ? MESSAGES.socketBlocked : MESSAGES.outOfReachAdvice}
      </EmptyState>
    </Card>
  );
}
