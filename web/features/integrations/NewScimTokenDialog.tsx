import { useAction, useConvex } from "convex/react";
import { NameDialog, useNameForm } from "@/components/NameDialog";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";
import { MAX_SCIM_TOKEN_NAME } from "#domain/scim/tokens";

type NewScimTokenDialogProps = { onMade: (secret: string) => void; onClose: () => void };

/** Asks for the name of the directory that gets a new token. */
export function NewScimTokenDialog({ onMade, onClose }: NewScimTokenDialogProps) {
  const convex = useConvex();
  const create = useAction(api.scim.createToken);
  const { dialog } = useNameForm({ name: "" }, async (stated) => {
    const outcome = await attempt(withConnection(convex, create(stated)));
    if (!outcome.ok) return outcome;
    onMade(outcome.value);
    return null;
  });
  return (
    <NameDialog
      title="New SCIM token"
      description="Name the directory that will use it: the audit log shows its changes under this name."
      form={dialog}
      maxLength={MAX_SCIM_TOKEN_NAME}
      submit="Create token"
      onClose={onClose}
    />
  );
}
