import { useAction, useConvex } from "convex/react";
import { useController, useWatch } from "react-hook-form";
import { CheckboxList } from "@/components/forms/CheckboxList";
import { NameDialog, useNameForm } from "@/components/NameDialog";
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

const DEFAULTS = { name: "", scopes: ["samples"] as TokenScope[], days: "90" };

/** Asks for a new token's name, scopes and lifetime. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const convex = useConvex();
  const create = useAction(api.tokens.create);
  const { form, dialog } = useNameForm(
    DEFAULTS,
    async ({ name, scopes, days }) => {
      const stated = { name, scopes, days: days === "null" ? null : Number(days) };
      const outcome = await attempt(withConnection(convex, create(stated)));
      if (!outcome.ok) return outcome;
      onMade(outcome.value);
      return null;
    },
    ["scopes"],
  );
  const days = useWatch({ control: form.control, name: "days" });
  const scopes = useController({ control: form.control, name: "scopes" });
  return (
    <NameDialog
      title="New API token"
      description="It can see and do what you can at the time of each request, until it expires or you revoke it."
      form={dialog}
      maxLength={MAX_TOKEN_NAME}
      submit="Create token"
      onClose={onClose}
    >
      <CheckboxList
        legend="Permissions"
        options={SCOPES}
        chosen={scopes.field.value}
        onChange={scopes.field.onChange}
        error={scopes.fieldState.error?.message}
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
