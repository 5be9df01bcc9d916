import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Link, Navigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { MESSAGES } from "#domain/common/messages";
import { Banner } from "@/components/Banner";
import { useConfig } from "@/hooks/data/useConfig";
import { AuthCard, authLinkClasses } from "./AuthCard";
import type { Credentials } from "./credentials";
import { getPendingVerification, setPendingVerification } from "./pendingVerification";
import { IssuerChoice } from "./IssuerChoice";
import { SignInForm } from "./SignInForm";

const UnverifiedScreen = lazy(() => import("./UnverifiedScreen"));

type SignInScreenProps = {
  /** Page to open after the sign-in. */
  returnTo: string | null;
  /** The user was signed out because their account was locked. */
  isLocked?: boolean;
};

export function SignInScreen({ returnTo, isLocked = false }: SignInScreenProps) {
  const config = useConfig();
  const { isAuthenticated } = useStoredSession();
  const [unverified, setUnverified] = useState(getPendingVerification);

  const leave = (credentials: Credentials | null) => {
    setPendingVerification(null);
    setUnverified(credentials);
  };

  if (isAuthenticated) return <Navigate to={returnTo ?? "/dashboard/homefs"} replace />;
  if (unverified) {
    return (
      <Suspense>
        <UnverifiedScreen credentials={unverified} onBack={() => leave(null)} />
      </Suspense>
    );
  }
  return (
    <AuthCard
      title="Sign in"
      description="Custody of test devices: who holds what, live."
      footer={
        config?.allowsPasswords !== false && (
          <>
            No account yet?{" "}
            <Link to="/auth/sign-up" className={authLinkClasses}>
              Sign up
            </Link>
          </>
        )
      }
    >
      {isLocked && (
        <Banner tone="error" className="mb-4">
          {MESSAGES.accountDisabled}
        </Banner>
      )}
      {returnTo && (
        <Banner tone="info" className="mb-4">
          Please sign in to see that page.
        </Banner>
      )}
      <IssuerChoice config={config} returnTo={returnTo}>
        <SignInForm config={config} onUnverified={leave} />
      </IssuerChoice>
    </AuthCard>
  );
}
