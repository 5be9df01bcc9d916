import { useConvexConnectionState } from "convex/react";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";

/** A short gap is not worth a word, ms: a laptop that wakes up reconnects within this. */
const PATIENCE_MS = 2000;

/** A thin bar while the server cannot be reached: since when, and what waits to be sent. */
export function ConnectionBar() {
  const { isWebSocketConnected, inflightMutations } = useConvexConnectionState();
  // A fresh instance for every loss, so that each starts with its own time.
  return isWebSocketConnected ? null : <LostConnection waiting={inflightMutations} />;
}

function LostConnection({ waiting }: { waiting: number }) {
  const [since] = useState(() => new Date());
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  const time = since.toLocaleTimeString("en-US", {
    hour12: false,
    hour: "2-digit",
    minute: "2-digit",
  });
  return (
    <div
      role="status"
      className="no-print flex items-center justify-center gap-2 bg-warning px-4 py-1.5 text-center text-xs font-medium text-warning-foreground"
    >
      <WifiOff className="size-3.5 shrink-0" aria-hidden />
      <span>
        No connection since {time}. What you see may be old.
        {waiting > 0 &&
          ` ${waiting === 1 ? "1 change is" : `${waiting} changes are`} sent when it is back.`}
      </span>
    </div>
  );
}
