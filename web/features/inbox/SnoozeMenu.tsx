import { useMutation } from "convex/react";
import { AlarmClock, AlarmClockOff } from "lucide-react";
import { toast } from "sonner";
import { SendButton } from "@/components/forms/SendButton";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { isSnoozed, type InboxItem } from "@/hooks/data/useInbox";
import { useNow } from "@/hooks/useNow";
import { useIsWaiting, useSend } from "@/hooks/useWaiting";
import { serverNow } from "@/lib/serverClock";
import { api } from "../../../convex/_generated/api";

/** Days for which a request can be snoozed. */
const CHOICES = [
  { days: 1, label: "Until tomorrow" },
  { days: 3, label: "For 3 days" },
  { days: 7, label: "For a week" },
] as const;

type SnoozeProps = { item: Pick<InboxItem, "sampleId" | "serialNumber" | "snoozedUntil"> };

function useSnooze({ item }: SnoozeProps) {
  const snooze = useMutation(api.inbox.snooze);
  const send = useSend();
  const isPutOff = isSnoozed(item, useNow());
  const waitingId = `snooze ${item.sampleId}`;
  const isWaiting = useIsWaiting(waitingId);
  const label = isPutOff ? `Show again ${item.serialNumber}` : `Put off ${item.serialNumber}`;
  const putOff = async (until: number) => {
    const step = { id: waitingId, label };
    const outcome = await send(step, () => snooze({ sampleId: item.sampleId, until }));
    if (outcome?.ok === false) toast.error(outcome.message);
  };
  return { isPutOff, isWaiting, waitingId, label, putOff };
}

type SnoozeMenuProps = SnoozeProps & {
  /** The items are in the row's own menu; this component only offers to end a snooze. */
  isElsewhere?: boolean;
};

/** Snoozes a request until a morning, or ends the snooze. */
export function SnoozeMenu({ item, isElsewhere = false }: SnoozeMenuProps) {
  const { isPutOff, isWaiting, waitingId, label, putOff } = useSnooze({ item });
  if (isPutOff || isWaiting) {
    return (
      <SendButton
        size="sm"
        variant="ghost"
        icon={AlarmClockOff}
        text="Show again"
        label={label}
        waitingId={waitingId}
        onPress={() => putOff(0)}
      />
    );
  }
  if (isElsewhere) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" variant="ghost" aria-label={label}>
          <AlarmClock />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <SnoozeItems item={item} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Menu items for the end of the snooze. */
export function SnoozeItems({ item }: SnoozeProps) {
  const { putOff } = useSnooze({ item });
  return CHOICES.map(({ days, label }) => (
    <DropdownMenuItem key={days} onSelect={() => void putOff(morningIn(days))}>
      {label}
    </DropdownMenuItem>
  ));
}

/** The hour of the digest, so that a snoozed request is in that morning's mail. */
const MORNING_HOUR = 8;

function morningIn(days: number): number {
  const at = new Date(serverNow());
  at.setDate(at.getDate() + days);
  return at.setHours(MORNING_HOUR, 0, 0, 0);
}
