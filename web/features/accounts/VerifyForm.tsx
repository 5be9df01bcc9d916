import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "#domain/common/zod";
import { CODE_LENGTH } from "#domain/accounts/passwordFlows";
import { Banner } from "@/components/Banner";
import { CodeInput } from "@/components/forms/CodeInput";
import { Field } from "@/components/forms/Field";
import { PasswordInput } from "@/components/forms/PasswordInput";
import { Button } from "@/components/ui/button";
import { useConfig } from "@/hooks/data/useConfig";
import { welcome } from "@/lib/account/welcome";
import { CodeStays } from "./CodeStays";
import { setPendingSignIn, useNextStep } from "./pendingSignIn";
import { ResendButton } from "./ResendButton";
import { usePasswordFlow } from "./usePasswordFlow";

const verifyInput = z.object({
  code: z.string().trim().min(1, "Code is required"),
  password: z.string().min(1, "Password is required"),
});

export interface VerifyFormProps {
  email: string;
  /** Set when the person comes from the sign-in form; a link in a mail has no password. */
  password?: string;
  code?: string;
}

/** Verifies the address with the mailed code and, when the password is available, signs in. */
export function VerifyForm({ email, password = "", code = "" }: VerifyFormProps) {
  const sendsMail = useConfig()?.sendsMail !== false;
  const runFlow = usePasswordFlow();
  const goOn = useNextStep();
  const form = useForm({
    resolver: zodResolver(verifyInput),
    defaultValues: { code, password },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    const outcome = await runFlow({ flow: "verify", email, ...input });
    if (outcome?.ok) {
      setPendingSignIn(null);
      welcome(email);
    } else if (outcome && !goOn(outcome.code, { email, password: input.password }))
      form.setError("root", { message: outcome.message });
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
      <CodeStays />
      <Field
        label="Code"
        help={sendsMail ? `The ${CODE_LENGTH} digits from the e-mail we sent you` : undefined}
        error={errors.code?.message}
      >
        {(control) => <CodeInput {...control} {...form.register("code")} autoFocus={!code} />}
      </Field>
      {!password && (
        <Field label="Password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("password")}
              autoComplete="current-password"
              autoFocus={Boolean(code)}
            />
          )}
        </Field>
      )}
      <Button type="submit" size="lg" loading={isSubmitting}>
        Verify and sign in
      </Button>
      <ResendButton
        flow="resend"
        email={email}
        // Any refusal shown was about an earlier code.
        onSent={() => form.clearErrors("root")}
      />
    </form>
  );
}
