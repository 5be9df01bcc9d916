import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { createFileRoute, Link, Navigate, useNavigate } from "@tanstack/react-router";
import { MESSAGES } from "#domain/common/messages";
import { AuthCard, authLinkClasses } from "@/features/accounts/AuthCard";
import { setPendingSignIn } from "@/features/accounts/pendingSignIn";
import { IssuerChoice } from "@/features/accounts/IssuerChoice";
import { SignUpForm } from "@/features/accounts/SignUpForm";
import { useConfig } from "@/hooks/data/useConfig";
import { keepToasts } from "@/lib/toastSlot";
import { showToast } from "@/lib/toaster";

export const Route = createFileRoute("/auth/sign-up")({ component: SignUp });

function SignUp() {
  const config = useConfig();
  const navigate = useNavigate();
  const { isAuthenticated } = useStoredSession();
  if (isAuthenticated) return <Navigate to="/dashboard/homefs" replace />;
  return (
    <AuthCard
      wide
      title="Sign up"
      description={
        config
          ? `For ${config.companyName} staff with an e-mail address at ${config.companyDomain}.`
          : " "
      }
      footer={
        <>
          Already registered?{" "}
          <Link to="/auth/sign-in" className={authLinkClasses}>
            Sign in
          </Link>
          {" · "}
          <Link to="/docs" className={authLinkClasses}>
            Help
          </Link>
        </>
      }
    >
      <IssuerChoice config={config}>
        <SignUpForm
          config={config}
          onDone={(credentials) => {
            setPendingSignIn({ ...credentials, need: "verification" });
            void showToast((toast) => toast.success(MESSAGES.verificationSent));
            keepToasts();
            void navigate({ to: "/auth/sign-in" });
          }}
        />
      </IssuerChoice>
    </AuthCard>
  );
}
