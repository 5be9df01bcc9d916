import { useConvexAuth as useStoredSession } from "@convex-dev/auth/react";
import { Link, Navigate } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "#domain/common/errors";
import { Banner } from "@/components/Banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useConfig } from "@/hooks/data/useConfig";
import { useNow } from "@/hooks/useNow";
import { welcome } from "@/lib/account/welcome";
import { AuthCard, authLinkClasses } from "./AuthCard";
import { IssuerChoice } from "./IssuerChoice";
import { SignUpForm } from "./SignUpForm";

/** Sign-up form for an invited person; the e-mail address is the invitation's. */
export function InvitationScreen({ token }: { token: string }) {
  const config = useConfig();
  const now = useNow();
  const invitation = useQuery(api.invitations.opened, { token });
  const { isAuthenticated } = useStoredSession();
  // The answer that opened the form. Accepting the invitation deletes it before the page has
  // navigated away.
  const [opened, setOpened] = useState(invitation);
  if (invitation && invitation !== opened) setOpened(invitation);
  const shown = opened ?? invitation;

  if (isAuthenticated) return <Navigate to="/dashboard/homefs" replace />;
  return (
    <AuthCard
      wide
      title="Welcome"
      description={shown ? `Your account will be ${shown.email}.` : " "}
      footer={
        <>
          Already registered?{" "}
          <Link to="/auth/sign-in" className={authLinkClasses}>
            Sign in
          </Link>
        </>
      }
    >
      {shown === undefined && <Skeleton className="h-40" />}
      {shown === null || (shown && shown.expiresAt <= now) ? (
        <Banner tone="error">{REFUSALS.INVITATION_WRONG}</Banner>
      ) : (
        shown && (
          <IssuerChoice config={config}>
            <SignUpForm
              config={config}
              proof={{ token, email: shown.email }}
              onDone={({ email }) => welcome(email)}
            />
          </IssuerChoice>
        )
      )}
    </AuthCard>
  );
}
