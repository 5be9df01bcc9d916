import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { toast } from "sonner";
import { RelativeTime } from "@/components/RelativeTime";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/useNow";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";

type Delivery = FunctionReturnType<typeof api.webhooks.deliveries>["page"][number];

const PAGE = 25;

const FILTERS = [
  { value: undefined, label: "All" },
  { value: "queued", label: "Waiting" },
  { value: "sent", label: "Sent" },
  { value: "failed", label: "Failed" },
] as const;

const STATES = {
  queued: { label: "Waiting", variant: "warning" },
  sent: { label: "Sent", variant: "success" },
  failed: { label: "Failed", variant: "destructive" },
} as const;

type WebhookLogProps = { webhookId: string; isActive: boolean };

/** Deliveries to one receiver, live, newest first; each can be sent again. */
export function WebhookLog({ webhookId, isActive }: WebhookLogProps) {
  const [filter, setFilter] = useState<Delivery["status"] | undefined>(undefined);
  const args = { webhookId, ...(filter !== undefined && { status: filter }) };
  const { results, status, loadMore } = usePaginatedQuery(api.webhooks.deliveries, args, {
    initialNumItems: PAGE,
  });
  return (
    <div className="border-t bg-muted/40 px-5 py-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Deliveries of the last 30 days</h3>
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl
            label="State"
            options={FILTERS}
            current={filter}
            onChange={(chosen) => setFilter(chosen)}
          />
          <SendTest webhookId={webhookId} isActive={isActive} />
        </div>
      </div>
      {status === "LoadingFirstPage" && <Skeleton aria-busy className="h-12" />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <p role="status" className="py-4 text-sm text-muted-foreground">
          {filter === undefined
            ? "No deliveries yet. The next chosen step appears here; send a test to try it now."
            : "No deliveries in this state."}
        </p>
      )}
      <ul className="flex flex-col divide-y" aria-label="Deliveries">
        {results.map((delivery) => (
          <DeliveryRow key={delivery._id} delivery={delivery} mayReplay={isActive} />
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <Button variant="outline" className="mt-3" onClick={() => loadMore(PAGE)}>
          Show older deliveries
        </Button>
      )}
    </div>
  );
}

/** Sends a test request without a sample to the receiver; the log shows the result. */
function SendTest({ webhookId, isActive }: WebhookLogProps) {
  const sendTest = useMutation(api.webhooks.sendTest);
  const { isSending, sending } = useSending();
  const send = async () => {
    const outcome = await sending(attempt(sendTest({ webhookId })));
    if (!outcome.ok) toast.error(outcome.message);
  };
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={!isActive}
      loading={isSending}
      onClick={() => void send()}
    >
      Send a test
    </Button>
  );
}

function DeliveryRow({ delivery, mayReplay }: { delivery: Delivery; mayReplay: boolean }) {
  const { _id: deliveryId, event, serialNumber, attempts, lastError, responseStatus } = delivery;
  const { label, variant } = STATES[delivery.status];
  const replay = useMutation(api.webhooks.replay);
  const { isSending, sending } = useSending();
  const send = async () => {
    const outcome = await sending(attempt(replay({ deliveryId })));
    if (!outcome.ok) toast.error(outcome.message);
  };
  const isWaiting = delivery.status === "queued" && attempts > 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{event}</span>
          {serialNumber !== "" && <span className="font-mono text-xs">{serialNumber}</span>}
          <Badge variant={variant}>{label}</Badge>
        </p>
        <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          <RelativeTime at={delivery._creationTime} />
          {attempts > 0 && ` · ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}`}
          {lastError !== undefined && delivery.status !== "sent"
            ? ` · ${lastError}`
            : responseStatus !== undefined && ` · HTTP ${responseStatus}`}
          {isWaiting && <NextAttempt at={delivery.nextAttemptAt} />}
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        disabled={!mayReplay}
        loading={isSending}
        aria-label={`Send again: ${event} ${serialNumber}`.trim()}
        onClick={() => void send()}
      >
        Send again
      </Button>
    </li>
  );
}

/** The job that sends pending deliveries runs once a minute. */
const MINUTE_MS = 60_000;

function NextAttempt({ at }: { at: number }) {
  if (at - useNow() < MINUTE_MS) return <> · again within a minute or two</>;
  return (
    <>
      {" · again "}
      <RelativeTime at={at} />
    </>
  );
}
