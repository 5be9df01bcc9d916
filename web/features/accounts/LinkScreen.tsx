import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/ui/button";
import { AuthCard } from "./AuthCard";
import { useTicketFlow } from "./useTicketFlow";

/**
 * Signs in an admin by the link that `sms users sign-in-link` printed. It waits for a press, so
 * that a program that only fetches the page (a link preview, say) does not consume the link.
 */
export function LinkScreen({ token }: { token: string }) {
  const enter = useTicketFlow();
  const { isAuthenticated } = useStoredSession();
  const [isEntering, setEntering] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (isAuthenticated) return <Navigate to="/dashboard/homefs" replace />;

  const press = async () => {
    setEntering(true);
    const outcome = await enter({ flow: "link", token });
    setEntering(false);
    setRefusal(outcome === null || outcome.ok ? null : outcome.message);
  };
  return (
    <AuthCard title="Sign in" description="With a one-time link from an operator.">
      {refusal && (
        <Banner tone="error" className="mb-4">
          {refusal}
        </Banner>
      )}
      <Button size="lg" className="w-full" loading={isEntering} onClick={() => void press()}>
        Sign in
      </Button>
    </AuthCard>
  );
}
