import { useMutation, useQuery } from "convex/react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { CheckboxList } from "@/components/forms/CheckboxList";
import { FormCard } from "@/components/forms/FormCard";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { ROLE_LABELS } from "#domain/people/roles";
import { ROLES, type Role } from "#domain/custody/workflow";

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }));

/** The roles whose people must have a second factor. */
export function RequiredSecondFactor() {
  const roles = useQuery(api.secondFactors.roles);
  const setRoles = useMutation(api.secondFactors.setRoles);
  const form = useForm<{ roles: Role[] }>({ values: { roles: roles ?? [] } });
  const { isDirty } = form.formState;
  const chosen = useWatch({ control: form.control, name: "roles" });
  const submit = form.handleSubmit(async (given) => {
    const outcome = await attempt(setRoles(given));
    if (!outcome.ok) return form.setError("root", { message: outcome.message });
    toast.success("Saved");
  });
  return (
    <FormCard
      form={form}
      title="Required second factor"
      description="People with these roles who have none are signed out, and set it up when they next sign in with a password. Signing in with the company account does not need it."
      onSubmit={(event) => void submit(event)}
      submitLabel="Save"
      submitDisabled={roles === undefined || !isDirty}
      hasStickyActions={false}
    >
      <CheckboxList
        legend="Roles"
        options={OPTIONS}
        chosen={chosen}
        onChange={(values) => form.setValue("roles", values, { shouldDirty: true })}
      />
    </FormCard>
  );
}
