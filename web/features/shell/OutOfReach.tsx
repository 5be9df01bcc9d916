import { WifiOff } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useIsConnected } from "@/hooks/useIsConnected";
import { useIsSocketBlocked } from "@/hooks/useIsSocketBlocked";
import { MESSAGES } from "#domain/common/messages";

/** Time without a connection after which it is reported, ms. */
const SHOW_AFTER_MS = 3000;

/**
 * Shows `children`, a skeleton, until the server responds; if it cannot be reached, shows the
 * reason and a retry button. The screen opens as soon as there is a connection.
 */
export function OutOfReach({ children }: { children: ReactNode }) {
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
