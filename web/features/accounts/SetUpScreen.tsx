import { useAction, useConvex, useQuery } from "convex/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "@/components/Banner";
import { CodeInput } from "@/components/forms/CodeInput";
import { Field } from "@/components/forms/Field";
import { AppSecret } from "@/components/secondFactor/AppSecret";
import { RecoveryCodes } from "@/components/secondFactor/RecoveryCodes";
import { Button } from "@/components/ui/button";
import { newSecret } from "@/lib/account/newSecret";
import { welcome } from "@/lib/account/welcome";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";
import { AuthCard } from "./AuthCard";
import { setPendingSignIn, type Credentials } from "./pendingSignIn";
import { usePasswordFlow } from "./usePasswordFlow";

type SetUpScreenProps = { credentials: Credentials; onBack: () => void };

/** Sets up the second factor that the person's role needs, and then makes the recovery codes. */
export default function SetUpScreen({ credentials, onBack }: SetUpScreenProps) {
  const [isOn, setOn] = useState(false);
  return isOn ? (
    <CodesStep credentials={credentials} />
  ) : (
    <AppStep credentials={credentials} onBack={onBack} onDone={() => setOn(true)} />
  );
}

function AppStep({ credentials, onBack, onDone }: SetUpScreenProps & { onDone: () => void }) {
  const runFlow = usePasswordFlow();
  const [secret] = useState(newSecret);
  const form = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code: secondCode }) => {
    const given = { ...credentials, newSecret: secret, secondCode };
    const outcome = await runFlow({ flow: "signIn", ...given });
    if (outcome?.ok) onDone();
    else if (outcome) form.setError("code", { message: outcome.message }, { shouldFocus: true });
  });
  return (
    <AuthCard
      title="Set up your second factor"
      description="Your role requires one: a code from an app on your phone, in addition to your password."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <AppSecret email={credentials.email} secret={secret} />
        <Field
          label="Enter the code from your authenticator app"
          help="6 digits that change every 30 seconds"
          error={errors.code?.message}
        >
          {(control) => (
            <CodeInput {...control} {...form.register("code", { required: "Code is required" })} />
          )}
        </Field>
        <Button type="submit" size="lg" loading={isSubmitting}>
          Turn on and sign in
        </Button>
      </form>
      <Button variant="link" className="mt-2 w-full" onClick={onBack}>
        Back to sign in
      </Button>
    </AuthCard>
  );
}

function CodesStep({ credentials: { email, password } }: { credentials: Credentials }) {
  const convex = useConvex();
  const viewer = useQuery(api.users.viewer);
  const makeCodes = useAction(api.secondFactors.newRecoveryCodes);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    setMaking(true);
    const outcome = await attempt(withConnection(convex, makeCodes({ password })));
    setMaking(false);
    setError(outcome.ok ? null : outcome.message);
    if (outcome.ok) setCodes(outcome.value);
  };
  const leave = () => {
    welcome(email);
    setPendingSignIn(null);
  };
  return (
    <AuthCard
      title="Your second factor is on"
      description="One last step: recovery codes, in case you lose your phone."
    >
      <div className="flex flex-col gap-4">
        {error && <Banner tone="error">{error}</Banner>}
        {codes ? (
          <RecoveryCodes codes={codes} email={email} onDone={leave} />
        ) : (
          <>
            <Button
              size="lg"
              loading={isMaking}
              disabled={!viewer} // the session has not reached the client yet
              onClick={() => void make()}
            >
              Make recovery codes
            </Button>
            <Button variant="link" onClick={leave}>
              Do this later in my profile
            </Button>
          </>
        )}
      </div>
    </AuthCard>
  );
}
