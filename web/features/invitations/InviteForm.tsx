import { useAction, useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { useController, useForm, useWatch } from "react-hook-form";
import { api } from "../../../convex/_generated/api";
import { refusalOf } from "#domain/common/errors";
import {
  INVITATION_OUTCOME_TEXTS,
  MAX_INVITED,
  splitAddresses,
  type InvitationOutcome,
} from "#domain/accounts/invitations";
import { ROLE_LABELS } from "#domain/people/roles";
import { ROLES } from "#domain/custody/workflow";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Textarea } from "@/components/ui/textarea";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { SupervisorInput } from "./SupervisorInput";

type Results = FunctionReturnType<typeof api.invitations.invite>;

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));
const EMPTY = { addresses: "", role: "user" as (typeof ROLES)[number], supervisor: "" };

/** Outcomes whose addresses stay in the form to be corrected. */
const TO_CORRECT: readonly InvitationOutcome[] = ["wrongDomain", "noAddress"];

/** Takes one address or a pasted list, and shows the outcome of each. */
export function InviteForm() {
  const convex = useConvex();
  const invite = useAction(api.invitations.invite);
  const [results, setResults] = useState<Results>([]);
  const form = useForm({ defaultValues: EMPTY });
  const { errors } = form.formState;
  const { field: supervisor } = useController({ control: form.control, name: "supervisor" });
  const role = useWatch({ control: form.control, name: "role" });
  const submit = form.handleSubmit(async ({ addresses, role, supervisor }) => {
    const emails = splitAddresses(addresses);
    const args = { emails, role, ...(supervisor.trim() && { supervisor }) };
    const outcome = await attempt(withConnection(convex, invite(args)));
    if (outcome.ok) {
      setResults(outcome.value);
      const left = outcome.value.filter(({ outcome }) => TO_CORRECT.includes(outcome));
      const toCorrect = left.map(({ email }) => email).join("\n");
      // Corrected addresses belong to the same batch and keep its settings; the next batch starts
      // empty.
      form.reset(left.length === 0 ? EMPTY : { addresses: toCorrect, role, supervisor });
      return;
    }
    const field = outcome.field === "supervisor" ? "supervisor" : "root";
    form.setError(field, { message: outcome.message });
  });
  const tooMany = refusalOf("INVITED_TOO_MANY", { max: MAX_INVITED }).message;
  return (
    <FormCard
      form={form}
      onSubmit={(event) => void submit(event)}
      title="Invite people"
      hasStickyActions={false}
      submitLabel="Invite"
    >
      <Field
        label="Email addresses"
        help={`One address or a pasted list, up to ${MAX_INVITED}`}
        error={errors.addresses?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register("addresses", {
              validate: (text) => {
                const { length } = splitAddresses(text);
                return length === 0 ? "Email is required" : length <= MAX_INVITED || tooMany;
              },
            })}
            rows={5}
            spellCheck={false}
            autoCapitalize="none"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-medium">Role</legend>
          <SegmentedControl
            label="Role"
            options={ROLE_OPTIONS}
            current={role}
            onChange={(role) => form.setValue("role", role)}
          />
        </fieldset>
        <Field
          label="Supervisor"
          optional
          help="If empty, they get the default supervisor"
          error={errors.supervisor?.message}
        >
          {(control) => (
            <SupervisorInput
              control={control}
              inputRef={supervisor.ref}
              value={supervisor.value}
              onChange={supervisor.onChange}
              onBlur={supervisor.onBlur}
            />
          )}
        </Field>
      </div>
      {results.length > 0 && <Outcomes results={results} />}
    </FormCard>
  );
}

function Outcomes({ results }: { results: Results }) {
  const invited = results.filter(({ outcome }) => outcome === "invited" || outcome === "again");
  const isAll = invited.length === results.length;
  return (
    <Banner tone={isAll ? "success" : "warning"}>
      <p className="font-medium">
        {invited.length} of {results.length} invited
      </p>
      <ul className="mt-1 max-h-48 overflow-y-auto">
        {results.map(({ email, outcome }) => (
          <li key={email}>
            {email}: {INVITATION_OUTCOME_TEXTS[outcome]}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
