import { useState } from "react";
import { useForm } from "react-hook-form";
import { CodeInput } from "@/components/forms/CodeInput";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { welcome } from "@/lib/account/welcome";
import { AuthCard } from "./AuthCard";
import { setPendingSignIn, type Credentials } from "./pendingSignIn";
import { usePasswordFlow } from "./usePasswordFlow";

type SecondFactorScreenProps = { credentials: Credentials; onBack: () => void };

/** Asks for a code of the authenticator app, or for a recovery code, after the right password. */
export default function SecondFactorScreen({ credentials, onBack }: SecondFactorScreenProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <AuthCard
      title={isRecovery ? "Use a recovery code" : "Enter your code"}
      description={credentials.email}
    >
      <CodeForm key={String(isRecovery)} credentials={credentials} isRecovery={isRecovery} />
      <Button variant="link" className="mt-2 w-full" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
      </Button>
      <Button variant="link" className="w-full" onClick={onBack}>
        Back to sign in
      </Button>
    </AuthCard>
  );
}

type CodeFormProps = { credentials: Credentials; isRecovery: boolean };

function CodeForm({ credentials, isRecovery }: CodeFormProps) {
  const runFlow = usePasswordFlow();
  const form = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code: secondCode }) => {
    const outcome = await runFlow({ flow: "signIn", ...credentials, secondCode });
    if (outcome?.ok) {
      setPendingSignIn(null);
      welcome(credentials.email);
    } else if (outcome) {
      form.setError("code", { message: outcome.message }, { shouldFocus: true });
    }
  });
  const code = form.register("code", { required: "Code is required" });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {isRecovery ? (
        <Field
          label="Recovery code"
          help="One of the ten codes you saved. Each works once."
          error={errors.code?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...code}
              className="font-mono"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
            />
          )}
        </Field>
      ) : (
        <Field
          label="Enter the code from your authenticator app"
          help="6 digits that change every 30 seconds"
          error={errors.code?.message}
        >
          {(control) => <CodeInput {...control} {...code} autoFocus />}
        </Field>
      )}
      <Button type="submit" size="lg" loading={isSubmitting}>
        Sign in
      </Button>
    </form>
  );
}
