import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { createFileRoute, Link, Navigate } from "@tanstack/react-router";
import { AuthCard, authLinkClasses } from "@/features/accounts/AuthCard";
import { VerifyForm } from "@/features/accounts/VerifyForm";
import { searchParams, text } from "@/lib/searchParams";

/** Opened by the link of a verification mail. */
export const Route = createFileRoute("/auth/verify")({
  validateSearch: searchParams({ email: text(), code: text() }),
  component: Verify,
});

function Verify() {
  const { email = "", code = "" } = Route.useSearch();
  const { isAuthenticated } = useStoredSession();
  if (isAuthenticated) return <Navigate to="/dashboard/homefs" replace />;
  if (!email) return <Navigate to="/auth/sign-in" replace />;
  return (
    <AuthCard
      title="Verify your email"
      description={email}
      footer={
        <Link to="/auth/sign-in" className={authLinkClasses}>
          Back to sign in
        </Link>
      }
    >
      <VerifyForm email={email} code={code} />
    </AuthCard>
  );
}
