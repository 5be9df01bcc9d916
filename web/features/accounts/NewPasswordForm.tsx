import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { newPasswordInput } from "#domain/people/inputs";
import { Banner } from "@/components/Banner";
import { CodeInput } from "@/components/forms/CodeInput";
import { Field } from "@/components/forms/Field";
import { NewPasswordFields } from "@/components/forms/NewPasswordFields";
import { Button } from "@/components/ui/button";
import { CodeStays } from "./CodeStays";
import { continueSignIn } from "./pendingSignIn";
import { ResendButton } from "./ResendButton";
import { usePasswordFlow } from "./usePasswordFlow";

export interface NewPasswordFormProps {
  email: string;
  code?: string;
  /** Called when the password is changed; opens the sign-in page. */
  onChanged: () => void;
  /**
   * Called with the typed values when the account was never activated: the person then fills in the
   * sign-up form.
   */
  onUnopened: (typed: { code: string; newPassword: string }) => void;
}

/** Second half of a password reset: the mailed code and the new password, twice. */
export function NewPasswordForm({ email, code = "", onChanged, onUnopened }: NewPasswordFormProps) {
  const runFlow = usePasswordFlow();
  const form = useForm({
    resolver: zodResolver(newPasswordInput),
    defaultValues: { code, password: "", passwordConfirm: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    const typed = { code: input.code, newPassword: input.password };
    const outcome = await runFlow({ flow: "resetVerify", email, ...typed });
    // The second factor comes after the new password, on the sign-in page.
    const goesOn = outcome && !outcome.ok && continueSignIn(outcome.code, { email, ...input });
    if (outcome?.ok || goesOn) onChanged();
    else if (outcome?.code === "PROFILE_MISSING") onUnopened(typed);
    else if (outcome) form.setError("root", { message: outcome.message });
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
        <CodeStays />
        <Field label="Code" help={"From the e-mail we sent you"} error={errors.code?.message}>
          {(control) => <CodeInput {...control} {...form.register("code")} autoFocus={!code} />}
        </Field>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordFields autoFocus={Boolean(code)} />
        <Button type="submit" size="lg" loading={isSubmitting}>
          Set new password
        </Button>
        <ResendButton
          flow="reset"
          email={email}
          // Any refusal shown was about an earlier code.
          onSent={() => form.clearErrors("root")}
        />
      </form>
    </FormProvider>
  );
}
