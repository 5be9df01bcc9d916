import { useMutation } from "convex/react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { parseEmail } from "#domain/common/email";
import { REFUSALS } from "#domain/common/errors";
import { MESSAGES } from "#domain/common/messages";
import type { Employee } from "./settingsValues";

type EmailFormProps = { employee: Employee; isOwn: boolean };

/**
 * 'E-mail': corrects the address with which a person signs in, for example after a change of name.
 */
export function EmailForm({ employee, isOwn }: EmailFormProps) {
  const setEmail = useMutation(api.users.setEmail);
  const { email, displayName, formerEmails = [] } = employee;
  const form = useForm({ values: { newEmail: email, reason: "" } });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: "newEmail" });

  const submit = form.handleSubmit(async ({ newEmail, reason }) => {
    const outcome = await attempt(setEmail({ email, newEmail, reason }));
    if (!outcome.ok) {
      const field = outcome.field === "reason" ? "reason" : "newEmail";
      return form.setError(field, { message: outcome.message }, { shouldFocus: true });
    }
    toast.success(MESSAGES.emailChanged, { description: displayName });
  });
  return (
    <FormCard
      form={form}
      title="E-mail"
      description="Use this after a change of name. Samples, lists and views are updated; history keeps the earlier address."
      onSubmit={submit}
      submitLabel="Change e-mail"
      submitDisabled={isOwn || parseEmail(typed) === email}
      hasStickyActions={false}
    >
      {isOwn && <Banner tone="info">{REFUSALS.OWN_EMAIL}</Banner>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="E-mail"
          help="They sign in with it from now on, with the same password. Both addresses are notified."
          error={errors.newEmail?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("newEmail")}
              type="email"
              autoComplete="off"
              disabled={isOwn}
            />
          )}
        </Field>
        <Field label="Reason" help="Optional; kept in the audit log" error={errors.reason?.message}>
          {(control) => (
            <Input {...control} {...form.register("reason")} autoComplete="off" disabled={isOwn} />
          )}
        </Field>
      </div>
      {formerEmails.length > 0 && (
        <p className="text-sm text-muted-foreground">
          Earlier addresses: {formerEmails.map((former) => former.email).join(", ")}
        </p>
      )}
    </FormCard>
  );
}
