import { useAction, useConvex } from "convex/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import { CodeInput } from "@/components/forms/CodeInput";
import { Field } from "@/components/forms/Field";
import { PasswordInput } from "@/components/forms/PasswordInput";
import { AppSecret } from "@/components/secondFactor/AppSecret";
import { RecoveryCodes } from "@/components/secondFactor/RecoveryCodes";
import { Button } from "@/components/ui/button";
import { DialogFooter, Modal } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useViewer } from "@/hooks/data/useViewer";
import { newSecret } from "@/lib/account/newSecret";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";

export type SecondFactorChange = "on" | "off" | "codes";

const TEXTS = {
  on: {
    title: "Set up your second factor",
    description: "You stay signed in here and are signed out everywhere else.",
    submit: "Turn on",
  },
  off: {
    title: "Turn your second factor off",
    description: "Your password alone will sign you in.",
    submit: "Turn off",
  },
  codes: {
    title: "New recovery codes",
    description: "The earlier ones stop working.",
    submit: "Make new codes",
  },
} as const;

const SET_UP_AGAIN =
  "Your role requires a second factor. You will be signed out, and set up a new one when you sign in.";

type SecondFactorDialogProps = {
  change: SecondFactorChange;
  /** The person's role needs a second factor. */
  isRequired: boolean;
  onClose: () => void;
};

/** Asks for what a change of the second factor takes, and shows new recovery codes, once. */
export function SecondFactorDialog({ change, isRequired, onClose }: SecondFactorDialogProps) {
  const { email } = useViewer();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { title, description } = TEXTS[change];
  const onDone = (made: readonly string[] | null) => {
    if (made === null) onClose();
    else setCodes(made);
  };
  return (
    <Modal
      onClose={onClose}
      title={codes ? "Your recovery codes" : title}
      description={!codes && (change === "off" && isRequired ? SET_UP_AGAIN : description)}
      onInteractOutside={(event) => event.preventDefault()}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={email} onDone={onClose} />
      ) : (
        <ChangeForm change={change} email={email} onDone={onDone} onCancel={onClose} />
      )}
    </Modal>
  );
}

type ChangeFormProps = {
  change: SecondFactorChange;
  email: string;
  /** Called with the new recovery codes, if the change makes any. */
  onDone: (codes: readonly string[] | null) => void;
  onCancel: () => void;
};

function ChangeForm({ change, email, onDone, onCancel }: ChangeFormProps) {
  const [secret] = useState(newSecret);
  const send = useChange(change, secret);
  const form = useForm({ defaultValues: { password: "", code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (given) => {
    const outcome = await send(given);
    if (outcome.ok) return onDone(outcome.value);
    const { field, message } = outcome;
    const at = field === "password" || field === "code" ? field : "root";
    form.setError(at, { message }, { shouldFocus: at !== "root" });
  });
  const code = form.register("code", { required: change !== "codes" && "Code is required" });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
      {change === "on" && <AppSecret email={email} secret={secret} />}
      {change === "on" && (
        <Field
          label="Code from your authenticator app"
          help="6 digits that change every 30 seconds"
          error={errors.code?.message}
        >
          {(control) => <CodeInput {...control} {...code} />}
        </Field>
      )}
      {change === "off" && (
        <Field
          label="Code"
          help="From your authenticator app, or a recovery code"
          error={errors.code?.message}
        >
          {(control) => (
            <Input {...control} {...code} autoComplete="one-time-code" spellCheck={false} />
          )}
        </Field>
      )}
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Your password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register("password", { required: "Password is required" })}
            autoComplete="current-password"
          />
        )}
      </Field>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {TEXTS[change].submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Returns a function that sends the change, and resolves with new recovery codes, if any. */
function useChange(change: SecondFactorChange, secret: string) {
  const convex = useConvex();
  const turnOn = useAction(api.secondFactors.turnOn);
  const turnOff = useAction(api.secondFactors.turnOff);
  const newRecoveryCodes = useAction(api.secondFactors.newRecoveryCodes);
  const call = ({ password, code }: { password: string; code: string }) => {
    switch (change) {
      case "on":
        return turnOn({ password, secret, code });
      case "off":
        return turnOff({ password, code });
      case "codes":
        return newRecoveryCodes({ password });
      default:
        return change satisfies never;
    }
  };
  return async (given: { password: string; code: string }) => {
    const outcome = await attempt<string[] | null>(withConnection(convex, call(given)));
    if (outcome.ok && change === "off") toast.success("Your second factor is off.");
    return outcome;
  };
}
