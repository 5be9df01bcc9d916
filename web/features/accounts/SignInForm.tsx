import { Link } from "@tanstack/react-router";
import { MESSAGES } from "#domain/common/messages";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { PasswordInput } from "@/components/forms/PasswordInput";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { PublicConfig } from "@/hooks/data/useConfig";
import { useIsOffline } from "@/lib/connection/offlineReports";
import { authStorage } from "@/lib/account/authStorage";
import { welcome } from "@/lib/account/welcome";
import { authLinkClasses } from "./AuthCard";
import { DemoAccounts } from "./DemoAccounts";
import { continueSignIn } from "./pendingSignIn";
import { RememberMe } from "./RememberMe";
import { usePasswordFlow } from "./usePasswordFlow";
import { useSignInForm, type SignInFields } from "./useSignInForm";

export interface SignInFormProps {
  config: PublicConfig | undefined;
}

/**
 * Asks for e-mail, password and "Remember me next time"; demo accounts sign in with one press.
 * After a success this form does nothing: the route redirects as soon as there is a session.
 */
export function SignInForm({ config }: SignInFormProps) {
  const signIn = useSignIn();
  const companyDomain = config?.companyDomain ?? "";
  const form = useSignInForm(companyDomain, authStorage.isRemembered(), signIn);
  const { fields, change, errors, setErrors } = form;
  const isOffline = useIsOffline();
  return (
    <>
      <form
        onSubmit={(event) => void form.submit(event)}
        noValidate
        className="flex flex-col gap-4"
      >
        {errors.root && <Banner tone="error">{errors.root}</Banner>}
        {isOffline && <Banner tone="warning">{MESSAGES.signInOffline}</Banner>}
        <Field label="Email" error={errors.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              value={fields.email}
              onChange={(event) => change({ email: event.target.value })}
              type="email"
              autoComplete="username"
              placeholder={companyDomain && `you@${companyDomain}`}
              autoFocus
            />
          )}
        </Field>
        <Field label="Password" error={errors.password}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              value={fields.password}
              onChange={(event) => change({ password: event.target.value })}
              autoComplete="current-password"
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 coarse:gap-y-4">
          <RememberMe checked={fields.remember} onChange={(remember) => change({ remember })} />
          <Link to="/auth/reset-password" className={`${authLinkClasses} text-sm`}>
            Forgot password?
          </Link>
        </div>
        <Button type="submit" size="lg" loading={form.isSubmitting} disabled={isOffline}>
          Sign in
        </Button>
      </form>
      {config?.demo && (
        <DemoAccounts
          demo={config.demo}
          onSignIn={async (credentials) => {
            const refusal = await signIn({ ...credentials, remember: fields.remember });
            setErrors(refusal === null ? {} : { root: refusal });
          }}
        />
      )}
    </>
  );
}

/**
 * Returns a function that signs in. It resolves with the refusal's message; or with null, also if
 * another step follows (pendingSignIn.ts).
 */
function useSignIn() {
  const runFlow = usePasswordFlow();
  return async ({ email, password, remember }: SignInFields): Promise<string | null> => {
    authStorage.remember(remember);
    const outcome = await runFlow({ flow: "signIn", email, password });
    if (outcome === null) return null;
    if (outcome.ok) {
      welcome(email);
      return null;
    }
    return continueSignIn(outcome.code, { email, password }) ? null : outcome.message;
  };
}
