import { useMutation, useQuery } from "convex/react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { secondFactorState, type SecondFactorState } from "#domain/accounts/secondFactor";
import { REFUSALS } from "#domain/common/errors";
import type { Employee } from "./settingsValues";

type SecondFactorFormProps = { employee: Employee; isOwn: boolean };

const STATES: Readonly<Record<SecondFactorState, string>> = {
  On: "On: signing in takes the password and a code.",
  Required: "Required by the role, not set up yet. They set it up at the next sign-in.",
  Off: "Off: they sign in with the password alone.",
};

/** Shows whether a person has a second factor, and resets it after they lost their phone. */
export function SecondFactorForm({ employee, isOwn }: SecondFactorFormProps) {
  const roles = useQuery(api.secondFactors.roles);
  const reset = useMutation(api.secondFactors.reset);
  const form = useForm({ defaultValues: { reason: "" } });
  const { errors } = form.formState;
  const { email, displayName } = employee;
  const state = secondFactorState(employee, roles ?? []);
  const submit = form.handleSubmit(async ({ reason }) => {
    const outcome = await attempt(reset({ email, reason }));
    if (!outcome.ok) {
      const field = outcome.field === "reason" ? "reason" : "root";
      return form.setError(field, { message: outcome.message }, { shouldFocus: true });
    }
    form.reset();
    toast.success("Second factor reset", { description: displayName });
  });
  if (state !== "On") {
    return (
      <Card className="grid w-full max-w-[760px] gap-1 px-5 py-4">
        <h2 className="text-base font-semibold tracking-tight">Second factor</h2>
        <p className="text-sm text-muted-foreground">{roles && STATES[state]}</p>
      </Card>
    );
  }
  return (
    <FormCard
      form={form}
      title="Second factor"
      description={roles && STATES[state]}
      onSubmit={(event) => void submit(event)}
      submitLabel="Reset second factor"
      submitDisabled={isOwn}
      hasStickyActions={false}
    >
      {isOwn && <Banner tone="info">{REFUSALS.SECOND_FACTOR_OWN}</Banner>}
      <Field
        label="Reason for the reset"
        help="Make sure that the request really comes from them. The reason is kept in the audit log, and both of you are notified."
        error={errors.reason?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("reason")}
            autoComplete="off"
            placeholder="Lost phone; asked in person"
            disabled={isOwn}
          />
        )}
      </Field>
    </FormCard>
  );
}
