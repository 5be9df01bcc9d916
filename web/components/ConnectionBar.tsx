import { useConvexConnectionState } from "convex/react";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useIsConnected } from "@/hooks/useIsConnected";
import { useIsSocketBlocked } from "@/hooks/useIsSocketBlocked";
import { useWaitingSteps } from "@/hooks/useWaiting";
import { useBackgroundCalls } from "@/lib/connection/backgroundCalls";
import { useIsOffline } from "@/lib/connection/offlineReports";
import { cn } from "@/lib/utils";
import { withdrawAll } from "@/lib/connection/waitingSteps";
import { formatClock } from "#domain/common/dates";
import { MESSAGES, stepsWait } from "#domain/common/messages";

/** Shorter interruptions are not shown, ms: a laptop that wakes up reconnects within this time. */
const SHOW_AFTER_MS = 2000;

/**
 * A thin bar at the bottom of the window while the server cannot be reached: shows since when and
 * which steps wait, and offers to withdraw them. `className` may move it off other content.
 */
export function ConnectionBar({ className }: { className?: string }) {
  const isConnected = useIsConnected();
  const isOffline = useIsOffline();
  // Remounted at every loss of the connection, so that each has its own start time.
  return isConnected && !isOffline ? null : (
    <LostConnection isCertain={isOffline} className={className} />
  );
}

interface LostConnectionProps {
  /** The browser reports that it is offline: show the bar immediately. */
  isCertain: boolean;
  className: string | undefined;
}

function LostConnection({ isCertain, className }: LostConnectionProps) {
  // Mutations already sent; the client sends them again after a reconnect.
  const { inflightMutations } = useConvexConnectionState();
  const unanswered = inflightMutations - useBackgroundCalls();
  const waiting = useWaitingSteps();
  const [since] = useState(() => new Date());
  const isBlocked = useIsSocketBlocked();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isCertain && !isLong) return null;
  return (
    <div
      ref={publishHeight}
      role="status"
      className={cn(
        "no-print fixed inset-x-0 bottom-0 z-20 flex items-center justify-center gap-2 border-t bg-warning px-4 py-1.5 text-center text-xs font-medium text-warning-foreground",
        className,
      )}
    >
      <WifiOff className="size-3.5 shrink-0" aria-hidden />
      <span>
        {isBlocked
          ? MESSAGES.socketBlocked
          : `No connection since ${formatClock(since.getTime())}. What you see may be out of date.`}
        {unanswered > 0 &&
          ` ${unanswered === 1 ? "1 change" : `${unanswered} changes`} will be sent when it returns.`}
        {waiting.length > 0 && ` ${stepsWait(waiting.map(({ label }) => label))}`}
      </span>
      {waiting.length > 0 && (
        <button
          type="button"
          className="shrink-0 font-semibold underline underline-offset-2 coarse:py-2"
          onClick={withdrawAll}
        >
          {MESSAGES.withdraw}
        </button>
      )}
    </div>
  );
}

/** Keeps `--connection-bar` equal to the bar's height: its text may wrap to several lines. */
function publishHeight(bar: HTMLElement | null) {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const publish = () => style.setProperty("--connection-bar", `${bar.offsetHeight}px`);
  publish();
  const observer = new ResizeObserver(publish);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--connection-bar");
  };
}
