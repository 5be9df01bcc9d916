import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { createFileRoute, Link, Navigate } from "@tanstack/react-router";
import { z } from "zod";
import { AuthCard, authLinkClasses } from "@/features/auth/AuthCard";
import { VerifyForm } from "@/features/auth/VerifyForm";

/** The link of a verification mail leads here. */
export const Route = createFileRoute("/auth/verify")({
  validateSearch: z.object({
    email: z.string().catch(""),
    // A code of digits alone arrives as a number.
    code: z.union([z.string(), z.number().transform(String)]).catch(""),
  }),
  component: Verify,
});

function Verify() {
  const { email, code } = Route.useSearch();
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
