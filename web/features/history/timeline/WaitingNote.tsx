import { Hourglass } from "lucide-react";
import { PersonName } from "@/components/sample/Person";
import type { PendingAnswer } from "#domain/custody/custodyTimeline";
import { formatMinute } from "#domain/common/dates";
import { formatDuration } from "#domain/common/durations";

/** Shows whose answer is pending, and since when. */
export function WaitingNote({ awaited, now }: { awaited: PendingAnswer; now: number }) {
  const { person, since } = awaited;
  return (
    <div className="mb-5 flex items-start gap-2.5 rounded-md bg-warning px-3 py-2 text-warning-foreground">
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 text-[13px] leading-5">
        <p className="font-medium [overflow-wrap:anywhere]">
          Waiting for {person === undefined ? "an answer" : <PersonName email={person} />}
        </p>
        <p className="text-xs">since {formatMinute(since)}</p>
      </div>
      <p className="shrink-0 text-[13px] font-semibold leading-5 tabular-nums">
        {formatDuration(Math.max(0, now - since))}
      </p>
    </div>
  );
}
