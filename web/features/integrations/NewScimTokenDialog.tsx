import { useAction, useConvex } from "convex/react";
import { useForm } from "react-hook-form";
import { NameDialog } from "@/components/NameDialog";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";
import { MAX_SCIM_TOKEN_NAME } from "#domain/scim/tokens";

type NewScimTokenDialogProps = { onMade: (secret: string) => void; onClose: () => void };

/** Asks for the name of the directory that gets a new token. */
export function NewScimTokenDialog({ onMade, onClose }: NewScimTokenDialogProps) {
  const convex = useConvex();
  const create = useAction(api.scim.createToken);
  const form = useForm({ defaultValues: { name: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (stated) => {
    const outcome = await attempt(withConnection(convex, create(stated)));
    if (outcome.ok) return onMade(outcome.value);
    const field = outcome.field === "name" ? "name" : "root";
    form.setError(field, { message: outcome.message });
  });
  return (
    <NameDialog
      title="New SCIM token"
      description="Name the directory that will use it: the record of administration shows its changes under this name."
      name={form.register("name")}
      maxLength={MAX_SCIM_TOKEN_NAME}
      errors={errors}
      submit="Create token"
      isSubmitting={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
