import { useMutation } from "convex/react";
import { AlarmClock } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { isSnoozed, type InboxItem } from "@/hooks/useInbox";
import { useNow } from "@/hooks/useNow";
import { attempt } from "@/lib/attempt";
import { api } from "../../../convex/_generated/api";

/** Days for which a request can be put off. */
const CHOICES = [
  { days: 1, label: "Until tomorrow" },
  { days: 3, label: "For 3 days" },
  { days: 7, label: "For a week" },
] as const;

/** Puts a request off until a morning, or takes that back. */
export function SnoozeMenu({
  item,
}: {
  item: Pick<InboxItem, "sampleId" | "serialNumber" | "snoozedUntil">;
}) {
  const snooze = useMutation(api.inbox.snooze);
  const isPutOff = isSnoozed(item, useNow());
  const putOff = async (until: number) => {
    const outcome = await attempt(snooze({ sampleId: item.sampleId, until }));
    if (!outcome.ok) toast.error(outcome.message);
  };
  if (isPutOff) {
    return (
      <Button size="sm" variant="ghost" onClick={() => void putOff(0)}>
        Show again
      </Button>
    );
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" variant="ghost" aria-label={`Put off ${item.serialNumber}`}>
          <AlarmClock />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {CHOICES.map(({ days, label }) => (
          <DropdownMenuItem key={days} onSelect={() => void putOff(morningIn(days))}>
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The hour of the digest, so that what was put off is in the mail of that morning. */
const MORNING_HOUR = 8;

function morningIn(days: number): number {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return at.setHours(MORNING_HOUR, 0, 0, 0);
}
