import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmedButton } from "@/components/ConfirmedButton";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/connection/attempt";
import { cn } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";
import { formatDateTime } from "#domain/common/dates";
import { DIGEST_EVENT, FORMAT_LABELS } from "#domain/api/webhooks";
import { HISTORY_ACTIONS } from "#domain/custody/workflow";
import { EditWebhookDialog } from "./WebhookDialog";
import { WebhookLog } from "./WebhookLog";

type Webhook = FunctionReturnType<typeof api.webhooks.list>[number];

type WebhookRowProps = { webhook: Webhook; isOpen: boolean; onToggle: () => void };

/** One receiver: its state, steps, actions, and below them its log. */
export function WebhookRow({ webhook, isOpen, onToggle }: WebhookRowProps) {
  const { _id: webhookId, url, isActive } = webhook;
  const setActive = useMutation(api.webhooks.setActive);
  const remove = useMutation(api.webhooks.remove);
  const [isSwitching, setSwitching] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const stopOrResume = async () => {
    setSwitching(true);
    const outcome = await attempt(setActive({ webhookId, isActive: !isActive }));
    setSwitching(false);
    if (!outcome.ok) toast.error(outcome.message);
  };
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="[overflow-wrap:anywhere]">{url}</span>
            {webhook.format && <Badge>{FORMAT_LABELS[webhook.format]}</Badge>}
            <WebhookState {...webhook} />
          </p>
          <p className="text-xs text-muted-foreground">{eventsInWords(webhook.events)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-expanded={isOpen}
            aria-label={`Log of ${url}`}
            onClick={onToggle}
          >
            Log
            <ChevronDown className={cn("transition-transform", isOpen && "rotate-180")} />
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Edit ${url}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
          <Button
            variant="outline"
            size="sm"
            loading={isSwitching}
            aria-label={`${isActive ? "Stop" : "Resume"} ${url}`}
            onClick={() => void stopOrResume()}
          >
            {isActive ? "Stop" : "Resume"}
          </Button>
          <ConfirmedButton
            trigger={
              <Button variant="ghost" size="sm" aria-label={`Remove ${url}`}>
                Remove
              </Button>
            }
            question="Remove this webhook?"
            explanation={`${url} receives nothing more, and its log is deleted.`}
            confirm="Remove"
            run={() => remove({ webhookId })}
          />
        </div>
      </div>
      {isEditing && <EditWebhookDialog webhook={webhook} onClose={() => setEditing(false)} />}
      {isOpen && <WebhookLog webhookId={webhookId} isActive={isActive} />}
    </li>
  );
}

function WebhookState({ isActive, failingSince }: Webhook) {
  if (!isActive) return <Badge>Stopped</Badge>;
  if (failingSince === undefined) return <Badge variant="success">Active</Badge>;
  return <Badge variant="warning">Failing since {formatDateTime(failingSince)}</Badge>;
}

function eventsInWords(events: Webhook["events"]): string {
  const steps = events.filter((event) => event !== DIGEST_EVENT);
  if (steps.length < HISTORY_ACTIONS.length) return events.join(", ");
  return steps.length === events.length ? "All steps" : `All steps, ${DIGEST_EVENT}`;
}
