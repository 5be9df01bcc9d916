import { useAction, useConvex } from "convex/react";
import { useController, useForm, useWatch } from "react-hook-form";
import { CheckboxList } from "@/components/forms/CheckboxList";
import { NameDialog } from "@/components/NameDialog";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";
import {
  MAX_TOKEN_NAME,
  TOKEN_LIFETIMES,
  TOKEN_SCOPE_TEXTS,
  TOKEN_SCOPES,
  type TokenScope,
} from "#domain/accounts/apiTokens";

const SCOPES = TOKEN_SCOPES.map((value) => ({ value, label: TOKEN_SCOPE_TEXTS[value] }));
const LIFETIMES = TOKEN_LIFETIMES.map((days) => ({
  value: String(days),
  label: lifetimeText(days),
}));

function lifetimeText(days: number | null): string {
  if (days === null) return "Never";
  return days === 365 ? "1 year" : `${days} days`;
}

type NewTokenDialogProps = { onMade: (secret: string) => void; onClose: () => void };

/** Asks for a new token's name, scopes and lifetime. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const convex = useConvex();
  const create = useAction(api.tokens.create);
  const form = useForm({
    defaultValues: { name: "", scopes: ["samples"] as TokenScope[], days: "90" },
  });
  const { errors, isSubmitting } = form.formState;
  const days = useWatch({ control: form.control, name: "days" });
  // The field must be registered: a refusal for an unknown field would block the next submit.
  const { field: scopes } = useController({ control: form.control, name: "scopes" });
  const submit = form.handleSubmit(async ({ name, scopes, days }) => {
    const stated = { name, scopes, days: days === "null" ? null : Number(days) };
    const outcome = await attempt(withConnection(convex, create(stated)));
    if (outcome.ok) return onMade(outcome.value);
    const field = outcome.field === "name" || outcome.field === "scopes" ? outcome.field : "root";
    form.setError(field, { message: outcome.message });
  });
  return (
    <NameDialog
      title="New API token"
      description="It sees what you can see and does what you may do at the time of each request, until it expires or you revoke it."
      name={form.register("name")}
      maxLength={MAX_TOKEN_NAME}
      errors={errors}
      submit="Create token"
      isSubmitting={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <CheckboxList
        legend="It may use"
        options={SCOPES}
        chosen={scopes.value}
        onChange={scopes.onChange}
        error={errors.scopes?.message}
      />
      <div>
        <p className="mb-1.5 text-sm font-medium">Expires after</p>
        <SegmentedControl
          label="Expires after"
          options={LIFETIMES}
          current={days}
          onChange={(chosen) => form.setValue("days", chosen)}
        />
      </div>
    </NameDialog>
  );
}
