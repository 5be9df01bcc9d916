import { useAction, useConvex, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useController, useForm } from "react-hook-form";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { CheckboxList } from "@/components/forms/CheckboxList";
import { Field } from "@/components/forms/Field";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Button } from "@/components/ui/button";
import { DialogFooter, Modal } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { api } from "../../../convex/_generated/api";
import {
  DIGEST_EVENT,
  eventsFor,
  FORMAT_LABELS,
  RECEIVER_FORMATS,
  usualEventsFor,
  type ReceiverEvent,
  type ReceiverFormat,
} from "#domain/api/webhooks";

const FORMATS = RECEIVER_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));

type Stated = { url: string; events: ReceiverEvent[]; format: ReceiverFormat };

/**
 * `onMade`: called with the secret that signs the requests; null for a chat, which verifies none.
 */
type NewWebhookDialogProps = { onMade: (secret: string | null) => void; onClose: () => void };

export function NewWebhookDialog({ onMade, onClose }: NewWebhookDialogProps) {
  const add = useAction(api.webhooks.add);
  return (
    <WebhookDialog
      title="Add webhook"
      submit="Add webhook"
      description="Selected steps are sent immediately, and retried while the receiver fails."
      initial={{ url: "", events: [...usualEventsFor("json")], format: "json" }}
      isNew
      save={async (stated) => {
        const secret = await add(stated);
        onMade(stated.format === "json" ? secret : null);
      }}
      onClose={onClose}
    />
  );
}

type EditWebhookDialogProps = {
  webhook: FunctionReturnType<typeof api.webhooks.list>[number];
  onClose: () => void;
};

export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps) {
  const { _id: webhookId, url, events, format = "json" } = webhook;
  const update = useMutation(api.webhooks.update);
  return (
    <WebhookDialog
      title="Edit webhook"
      submit="Update"
      description="The secret stays the same. Waiting deliveries go to the new address; other steps apply from now on."
      initial={{ url, events, format }}
      save={async (stated) => {
        await update({ webhookId, url: stated.url, events: stated.events });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const EVENT_LABELS: Partial<Record<ReceiverEvent, string>> = {
  [DIGEST_EVENT]: "Digest of overdue samples",
};

const ADDRESS_HELP: Readonly<Record<ReceiverFormat, string>> = {
  json: "An https:// address on a public host, or on a network that SMS_WEBHOOK_NETWORKS allows",
  slack: "The channel’s incoming webhook: https://hooks.slack.com/services/…",
  teams: "The address of the workflow “Post to a channel when a webhook request is received”",
};

type WebhookDialogProps = {
  title: string;
  description: string;
  submit: string;
  initial: Stated;
  /** True for a new receiver, whose format can be chosen. */
  isNew?: boolean;
  /** Rejects with the server's refusal, which is shown at its field. */
  save: (stated: Stated) => Promise<void>;
  onClose: () => void;
};

/** Asks for a receiver's address and the steps it is notified of. */
function WebhookDialog({
  title,
  description,
  initial,
  isNew = false,
  save,
  onClose,
  ...texts
}: WebhookDialogProps) {
  const convex = useConvex();
  const form = useForm({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  // The field must be registered: a refusal for an unknown field would block the next submit.
  const { field: events } = useController({ control: form.control, name: "events" });
  const submit = form.handleSubmit(async (stated) => {
    const outcome = await attempt(withConnection(convex, save(stated)));
    if (outcome.ok) return;
    const field = outcome.field === "url" || outcome.field === "events" ? outcome.field : "root";
    form.setError(field, { message: outcome.message });
  });
  const { field: format } = useController({ control: form.control, name: "format" });
  const options = eventsFor(format.value);
  const isAll = events.value.length === options.length;
  const chooseFormat = (chosen: ReceiverFormat) => {
    format.onChange(chosen);
    events.onChange([...usualEventsFor(chosen)]);
  };
  return (
    <Modal onClose={onClose} title={title} description={description}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <RefusalBanner message={errors.root?.message} />
        {isNew && (
          <div className="flex flex-col items-start gap-1.5">
            <p className="text-sm font-medium">Format</p>
            <SegmentedControl
              label="Format"
              options={FORMATS}
              current={format.value}
              onChange={chooseFormat}
            />
          </div>
        )}
        <Field label="Address" help={ADDRESS_HELP[format.value]} error={errors.url?.message}>
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
          options={options.map((value) => ({ value, label: EVENT_LABELS[value] ?? value }))}
          chosen={events.value}
          onChange={events.onChange}
          error={errors.events?.message}
          isWide
        />
        <DialogFooter className="sticky -bottom-5 -mx-5 -mb-5 border-t bg-card px-5 py-3">
          <Button
            variant="ghost"
            className="mr-auto max-sm:px-0"
            onClick={() => events.onChange(isAll ? [] : [...options])}
          >
            {isAll ? "Clear all" : "Choose all"}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  );
}
