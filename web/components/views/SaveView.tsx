import { useMutation } from "convex/react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/Field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/attempt";
import { showRefusal } from "@/lib/showRefusal";
import { api } from "../../../convex/_generated/api";
import {
  MAX_VIEW_NAME,
  viewAudience,
  type ViewState,
  type ViewTable,
} from "../../../domain/savedViews";
import type { Role } from "../../../domain/workflow";
import { AUDIENCE_LABELS } from "./audienceLabels";

type SaveViewProps = { table: ViewTable; state: ViewState; role: Role; onClose: () => void };

/** Asks for the name of a new view, and with whom it is shared. */
export function SaveView({ table, state, role, onClose }: SaveViewProps) {
  const save = useMutation(api.views.save);
  const share = useMutation(api.views.share);
  const form = useForm({ defaultValues: { name: "", isShared: false } });
  const { errors, isSubmitting } = form.formState;
  const audience = viewAudience(role);
  const isShared = useWatch({ control: form.control, name: "isShared" });

  const send = form.handleSubmit(async (typed) => {
    const saved = await attempt(save({ table, state, name: typed.name }));
    if (!saved.ok) return showRefusal(form, saved, "name");
    if (typed.isShared) {
      const shared = await attempt(share({ viewId: saved.value, isShared: true }));
      if (!shared.ok) toast.error(shared.message); // it is saved all the same
    }
    onClose();
  });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Save this view</DialogTitle>
          <DialogDescription>
            Search, filters, sort and columns as they are now. It stands in the sidebar, below its
            list.
          </DialogDescription>
        </DialogHeader>
        <form onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-4">
          {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
          <Field label="Name" error={errors.name?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register("name")}
                maxLength={MAX_VIEW_NAME}
                autoComplete="off"
                autoFocus
              />
            )}
          </Field>
          {audience !== null && (
            <label className="flex items-center gap-2 text-sm">
              <Checkbox
                checked={isShared}
                onCheckedChange={(checked) => form.setValue("isShared", checked === true)}
              />
              {AUDIENCE_LABELS[audience]}
            </label>
          )}
          <div className="flex justify-end gap-2">
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSubmitting}>
              Save
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
