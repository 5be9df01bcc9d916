import { useAction, useConvex, useMutation } from "convex/react";
import { useController, useForm } from "react-hook-form";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { CheckboxList } from "@/components/forms/CheckboxList";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";
import { HISTORY_ACTIONS, type HistoryAction } from "#domain/custody/workflow";

const EVENTS = HISTORY_ACTIONS.map((value) => ({ value, label: value }));

type Stated = { url: string; events: HistoryAction[] };

type NewWebhookDialogProps = { onMade: (secret: string) => void; onClose: () => void };

export function NewWebhookDialog({ onMade, onClose }: NewWebhookDialogProps) {
  const add = useAction(api.webhooks.add);
  return (
    <WebhookDialog
      title="Add webhook"
      submit="Add webhook"
      description="Each chosen step is sent there within moments, and again later while the receiver takes nothing."
      initial={{ url: "", events: [...HISTORY_ACTIONS] }}
      save={async (stated) => onMade(await add(stated))}
      onClose={onClose}
    />
  );
}

type EditWebhookDialogProps = { webhook: Stated & { _id: string }; onClose: () => void };

export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps) {
  const { _id: webhookId, url, events } = webhook;
  const update = useMutation(api.webhooks.update);
  return (
    <WebhookDialog
      title="Edit webhook"
      submit="Save"
      description="Its secret stays. What waits goes to the new address; other steps count from now on."
      initial={{ url, events }}
      save={async (stated) => {
        await update({ webhookId, ...stated });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type WebhookDialogProps = {
  title: string;
  description: string;
  submit: string;
  initial: Stated;
  /** Rejects with the server's refusal, which is shown at its field. */
  save: (stated: Stated) => Promise<void>;
  onClose: () => void;
};

/** Asks for a receiver's address and the steps that it is to hear of. */
function WebhookDialog({
  title,
  description,
  initial,
  save,
  onClose,
  ...texts
}: WebhookDialogProps) {
  const convex = useConvex();
  const form = useForm({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  // A refusal of a field that the form does not know would keep it from being sent again.
  const { field: events } = useController({ control: form.control, name: "events" });
  const submit = form.handleSubmit(async (stated) => {
    const outcome = await attempt(withConnection(convex, save(stated)));
    if (outcome.ok) return;
    const field = outcome.field === "url" || outcome.field === "events" ? outcome.field : "root";
    form.setError(field, { message: outcome.message });
  });
  const isAll = events.value.length === HISTORY_ACTIONS.length;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          <RefusalBanner message={errors.root?.message} />
          <Field
            label="Address"
            help="Begins with https:// and leads to a public host, or to a network that SMS_WEBHOOK_NETWORKS allows"
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
            chosen={events.value}
            onChange={events.onChange}
            error={errors.events?.message}
            isWide
          />
          <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t bg-card px-5 py-3">
            <Button
              variant="ghost"
              className="mr-auto max-sm:px-0"
              onClick={() => events.onChange(isAll ? [] : [...HISTORY_ACTIONS])}
            >
              {isAll ? "Choose none" : "Choose all"}
            </Button>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSubmitting}>
              {texts.submit}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
