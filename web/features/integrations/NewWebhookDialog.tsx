import { useAction, useConvex } from "convex/react";
import { useForm, useWatch } from "react-hook-form";
import { Banner } from "@/components/Banner";
import { CheckboxList } from "@/components/CheckboxList";
import { Field } from "@/components/Field";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/attempt";
import { withConnection } from "@/lib/connection";
import { api } from "../../../convex/_generated/api";
import { HISTORY_ACTIONS, type HistoryAction } from "../../../domain/workflow";

const EVENTS = HISTORY_ACTIONS.map((value) => ({ value, label: value }));

type NewWebhookDialogProps = { onMade: (secret: string) => void; onClose: () => void };

/** Asks for a receiver's address and the steps that it is to hear of. */
export function NewWebhookDialog({ onMade, onClose }: NewWebhookDialogProps) {
  const convex = useConvex();
  const add = useAction(api.webhooks.add);
  const form = useForm({
    defaultValues: { url: "", events: [...HISTORY_ACTIONS] as HistoryAction[] },
  });
  const { errors, isSubmitting } = form.formState;
  const events = useWatch({ control: form.control, name: "events" });
  const submit = form.handleSubmit(async (stated) => {
    const outcome = await attempt(withConnection(convex, add(stated)));
    if (outcome.ok) return onMade(outcome.value);
    const field = outcome.field === "url" || outcome.field === "events" ? outcome.field : "root";
    form.setError(field, { message: outcome.message });
  });
  const isAll = events.length === HISTORY_ACTIONS.length;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-h-[calc(100dvh-2rem)] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>Add webhook</DialogTitle>
          <DialogDescription>
            Each chosen step is sent there within moments, and again later while the receiver takes
            nothing.
          </DialogDescription>
        </DialogHeader>
        <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
          <Field
            label="Address"
            help="Begins with https:// and leads to a public host"
            error={errors.url?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register("url")}
                type="url"
                inputMode="url"
                spellCheck={false}
                autoComplete="off"
                autoFocus
              />
            )}
          </Field>
          <CheckboxList
            legend="Steps"
            options={EVENTS}
            chosen={events}
            onChange={(chosen) => form.setValue("events", chosen)}
            error={errors.events?.message}
            isWide
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              variant="ghost"
              className="mr-auto"
              onClick={() => form.setValue("events", isAll ? [] : [...HISTORY_ACTIONS])}
            >
              {isAll ? "Choose none" : "Choose all"}
            </Button>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSubmitting}>
              Add webhook
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
