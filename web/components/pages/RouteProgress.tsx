import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FORCED_FILL } from "@/lib/utils";

/** Pages that open within this time show no progress, ms. */
const SHOW_AFTER_MS = 150;

/**
 * A thin line at the top of the window while the next page loads; the old page stays until then.
 */
export function RouteProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <Line /> : null;
}

function Line() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div
      role="status"
      className="no-print pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] overflow-hidden bg-primary/20"
    >
      <span className="sr-only">Loading the page…</span>
      <span
        aria-hidden
        className={`block h-full w-1/3 animate-progress bg-primary motion-reduce:w-full motion-reduce:animate-none ${FORCED_FILL}`}
      />
    </div>
  );
}
