import { useMutation } from "convex/react";
import { BellRing } from "lucide-react";
import { toast } from "sonner";
import { SendButton } from "@/components/forms/SendButton";
import type { SentItem } from "@/hooks/data/useInbox";
import { useNow } from "@/hooks/useNow";
import { useNameOf } from "@/hooks/data/usePeople";
import { useSend } from "@/hooks/useWaiting";
import { api } from "../../../convex/_generated/api";
import { DAY_MS } from "#domain/common/durations";

/** Nudges the person asked, at most once a day. */
export function NudgeButton({ item }: { item: SentItem }) {
  const nudge = useMutation(api.inbox.nudge);
  const send = useSend();
  const now = useNow();
  const nameOf = useNameOf(item.to);
  const isNudged = item.nudgedAt !== undefined && item.nudgedAt > now - DAY_MS;
  const waitingId = `nudge ${item.sampleId}`;
  const press = async () => {
    const step = { id: waitingId, label: `Nudge ${nameOf(item.to)}` };
    const outcome = await send(step, () => nudge({ sampleId: item.sampleId }));
    if (outcome?.ok) toast.success(`${nameOf(item.to)} is reminded`);
    else if (outcome) toast.error(outcome.message);
  };
  const text = isNudged ? "Nudged" : "Nudge";
  return (
    <SendButton
      size="sm"
      variant="outline"
      icon={BellRing}
      text={text}
      label={`${text} ${nameOf(item.to)} about ${item.serialNumber}`}
      disabled={isNudged}
      waitingId={waitingId}
      onPress={press}
    />
  );
}
