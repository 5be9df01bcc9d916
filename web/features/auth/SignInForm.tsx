import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { Controller, useForm } from "react-hook-form";
import { toast } from "sonner";
import { signInInput } from "../../../domain/inputs";
import { MESSAGES } from "../../../domain/messages";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/Field";
import { PasswordInput } from "@/components/PasswordInput";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { PublicConfig } from "@/hooks/useConfig";
import { authStorage } from "@/lib/authStorage";
import { authLinkClasses } from "./AuthCard";
import type { Credentials } from "./credentials";
import { DemoAccounts } from "./DemoAccounts";
import { usePasswordFlow } from "./usePasswordFlow";

export interface SignInFormProps {
  config: PublicConfig | undefined;
  /**
   * Called when the password is right and the address is not verified: the server has mailed a
   * code.
   */
  onUnverified: (credentials: Credentials) => void;
}

/**
 * Takes e-mail, password and "Remember me next time". A success needs no step here: the route
 * leaves as soon as there is a session.
 */
export function SignInForm({ config, onUnverified }: SignInFormProps) {
  const runFlow = usePasswordFlow();
  const companyDomain = config?.companyDomain ?? "";
  const schema = useMemo(() => signInInput(companyDomain), [companyDomain]);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: "", password: "", remember: true },
  });
  const { errors, isSubmitting } = form.formState;
  const submitButton = useRef<HTMLButtonElement>(null);

  const submit = form.handleSubmit(async ({ email, password, remember }) => {
    authStorage.remember(remember);
    const outcome = await runFlow({ flow: "signIn", email, password });
    if (outcome === null) return;
    if (outcome.ok) {
      toast.success(`${MESSAGES.welcome} ${email}`);
    } else if (outcome.code === "EMAIL_UNVERIFIED") {
      onUnverified({ email, password });
    } else {
      form.setError("root", { message: outcome.message });
    }
  });

  return (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register("email")}
              type="email"
              autoComplete="username"
              placeholder={companyDomain && `you@${companyDomain}`}
              autoFocus
            />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("password")}
              autoComplete="current-password"
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Label className="flex items-center gap-2 font-normal">
            <Controller
              control={form.control}
              name="remember"
              render={({ field }) => (
                <Checkbox
                  ref={field.ref}
                  checked={field.value}
                  onCheckedChange={(checked) => field.onChange(checked === true)}
                />
              )}
            />
            Remember me next time
          </Label>
          <Link to="/auth/reset-password" className={`${authLinkClasses} text-sm`}>
            Forgot password?
          </Link>
        </div>
        <Button ref={submitButton} type="submit" size="lg" loading={isSubmitting}>
          Sign in
        </Button>
      </form>
      {config?.demo && (
        <DemoAccounts
          demo={config.demo}
          onPick={(credentials) => {
            form.setValue("email", credentials.email);
            form.setValue("password", credentials.password);
            form.clearErrors();
            // At once, unlike the form's own setFocus: Enter right after the press signs in.
            submitButton.current?.focus();
          }}
        />
      )}
    </>
  );
}
