import { useMutation } from "convex/react";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import type { SentItem } from "@/hooks/useInbox";
import { useNow } from "@/hooks/useNow";
import { useNameOf } from "@/hooks/usePeople";
import { useUntilReachable } from "@/hooks/useWaiting";
import { attempt } from "@/lib/attempt";
import { api } from "../../../convex/_generated/api";
import { DAY_MS } from "../../../domain/durations";

/** Reminds the person asked with one press, once a day. */
export function NudgeButton({ item }: { item: SentItem }) {
  const nudge = useMutation(api.inbox.nudge);
  const untilReachable = useUntilReachable();
  const [isSending, setIsSending] = useState(false);
  const now = useNow();
  const nameOf = useNameOf(item.to);
  const isNudged = item.nudgedAt !== undefined && item.nudgedAt > now - DAY_MS;
  const send = async () => {
    setIsSending(true);
    const step = { id: `nudge ${item.sampleId}`, label: `Nudge ${nameOf(item.to)}` };
    const mayBeSent = await untilReachable(step);
    const outcome = mayBeSent ? await attempt(nudge({ sampleId: item.sampleId })) : null;
    setIsSending(false);
    if (outcome === null) return;
    if (outcome.ok) toast.success(`${nameOf(item.to)} is reminded`);
    else toast.error(outcome.message);
  };
  return (
    <Button
      size="sm"
      variant="outline"
      disabled={isNudged}
      loading={isSending}
      onClick={() => void send()}
      aria-label={`${isNudged ? "Nudged" : "Nudge"} ${nameOf(item.to)} about ${item.serialNumber}`}
    >
      <BellRing aria-hidden />
      {isNudged ? "Nudged" : "Nudge"}
    </Button>
  );
}
