import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Link, Navigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { MESSAGES } from "#domain/common/messages";
import { Banner } from "@/components/Banner";
import { useConfig } from "@/hooks/data/useConfig";
import { AuthCard, authLinkClasses } from "./AuthCard";
import { IssuerChoice } from "./IssuerChoice";
import { setPendingSignIn, usePendingSignIn } from "./pendingSignIn";
import { SignInForm } from "./SignInForm";

/** The screens that may follow the password, by the step that is missing. */
const STEPS = {
  verification: lazy(() => import("./UnverifiedScreen")),
  code: lazy(() => import("./SecondFactorScreen")),
  setUp: lazy(() => import("./SetUpScreen")),
};

type SignInScreenProps = {
  /** Page to open after the sign-in. */
  returnTo: string | null;
  /** The user was signed out because their account was locked. */
  isLocked?: boolean;
};

export function SignInScreen({ returnTo, isLocked = false }: SignInScreenProps) {
  const config = useConfig();
  const { isAuthenticated } = useStoredSession();
  const pending = usePendingSignIn();

  // A set-up goes on with the recovery codes after it has started the session.
  if (isAuthenticated && pending?.need !== "setUp") {
    return <Navigate to={returnTo ?? "/dashboard/homefs"} replace />;
  }
  if (pending) {
    const { need, ...credentials } = pending;
    const Step = STEPS[need];
    return (
      <Suspense>
        <Step credentials={credentials} onBack={() => setPendingSignIn(null)} />
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
        <SignInForm config={config} />
      </IssuerChoice>
    </AuthCard>
  );
}
