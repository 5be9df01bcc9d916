import { createFileRoute, Link, Navigate, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { REFUSALS } from "#domain/common/errors";
import { AuthCard, authLinkClasses } from "@/features/accounts/AuthCard";
import { NewPasswordForm } from "@/features/accounts/NewPasswordForm";
import { ResetRequestForm } from "@/features/accounts/ResetRequestForm";
import { SignUpForm } from "@/features/accounts/SignUpForm";
import { useConfig } from "@/hooks/data/useConfig";
import { keepToasts } from "@/lib/toastSlot";
import { showToast } from "@/lib/toaster";
import { welcome } from "@/lib/account/welcome";
import { searchParams, text } from "@/lib/searchParams";

/** Without `email`, the page requests a code; with it, as in the mail's link, it takes the code. */
export const Route = createFileRoute("/auth/reset-password")({
  validateSearch: searchParams({ email: text(), code: text() }),
  component: ResetPassword,
});

function ResetPassword() {
  const { email, code } = Route.useSearch();
  const config = useConfig();
  const navigate = useNavigate();
  const [unopened, setUnopened] = useState<{ code: string; newPassword: string } | null>(null);

  const enterCode = (to: string) =>
    void navigate({ to: "/auth/reset-password", search: { email: to } });
  const onSent = (to: string) => {
    void showToast((toast) =>
      toast.success("If that address has an account, a code is on its way to it.", {
        duration: 30_000,
        action: { label: "Enter the code", onClick: () => enterCode(to) },
      }),
    );
    keepToasts();
    void navigate({ to: "/" });
  };
  const onChanged = () => {
    void showToast((toast) =>
      toast.success("Your password is changed.", {
        description: "Earlier sessions and API tokens have ended.",
      }),
    );
    keepToasts();
    void navigate({ to: "/auth/sign-in" });
  };

  if (config?.allowsPasswords === false) return <Navigate to="/auth/sign-in" replace />;
  if (email && unopened) {
    return (
      <AuthCard wide title="Who are you?" description={REFUSALS.PROFILE_MISSING}>
        <SignUpForm
          config={config}
          proof={{ email, ...unopened }}
          onDone={() => {
            welcome(email);
            void navigate({ to: "/auth/sign-in" });
          }}
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={email ? "Choose a new password" : "Reset password"}
      description={email ?? "We will e-mail you a code to choose a new password."}
      footer={
        <Link to="/auth/sign-in" className={authLinkClasses}>
          Back to sign in
        </Link>
      }
    >
      {email ? (
        <NewPasswordForm
          email={email}
          {...(code && { code })}
          onChanged={onChanged}
          onUnopened={setUnopened}
        />
      ) : (
        <ResetRequestForm config={config} onSent={onSent} onHasCode={enterCode} />
      )}
    </AuthCard>
  );
}
