import { useMutation } from "convex/react";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { toast } from "sonner";
import { NameDialog, useNameForm } from "@/components/NameDialog";
import { Checkbox } from "@/components/ui/checkbox";
import { useSend } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import {
  MAX_VIEW_NAME,
  viewAudience,
  type ViewState,
  type ViewTable,
} from "#domain/samples/savedViews";
import type { Role } from "#domain/custody/workflow";

/** Whom a view is shared with; each reader sees their own rows in it. */
export const AUDIENCE_LABELS = {
  everybody: "Share with everyone",
  reports: "Share with your reports",
} as const;

type SaveViewProps = { table: ViewTable; state: ViewState; role: Role; onClose: () => void };

/** Asks for the name of a new view and whom it is shared with. */
export function SaveView({ table, state, role, onClose }: SaveViewProps) {
  const save = useMutation(api.views.save);
  const share = useMutation(api.views.share);
  const send = useSend();
  const waitingId = useId();
  const audience = viewAudience(role);
  const { form, dialog } = useNameForm({ name: "", isShared: false }, async (typed) => {
    const step = { id: waitingId, label: `Save the view “${typed.name}”` };
    const saved = await send(step, () => save({ table, state, name: typed.name }));
    if (saved === null) return null;
    if (!saved.ok) return saved;
    if (typed.isShared) {
      const shared = await attempt(share({ viewId: saved.value, isShared: true }));
      if (!shared.ok) toast.error(shared.message); // the view itself is saved
    }
    onClose();
    return null;
  });
  const isShared = useWatch({ control: form.control, name: "isShared" });
  return (
    <NameDialog
      title="Save this view"
      description="Keeps the current search, filters, sort order and columns. The view appears in the sidebar, below its list."
      form={dialog}
      maxLength={MAX_VIEW_NAME}
      submit="Save"
      waitingId={waitingId}
      onClose={onClose}
    >
      {audience !== null && (
        <label className="flex items-center gap-2 text-sm">
          <Checkbox
            checked={isShared}
            onCheckedChange={(checked) => form.setValue("isShared", checked === true)}
          />
          {AUDIENCE_LABELS[audience]}
        </label>
      )}
    </NameDialog>
  );
}
