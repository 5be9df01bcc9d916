import { Clock, Star, StarOff } from "lucide-react";
import { SendButton } from "@/components/forms/SendButton";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useIsWaiting } from "@/hooks/useWaiting";
import { useWatch } from "@/hooks/data/useWatch";
import { cn } from "@/lib/utils";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";

const TITLE = "Each step of this sample comes into your News";

type WatchProps = { sample: Parameters<typeof useWatch>[0] };

/** Stops watching a sample, in the list of watched samples. */
export function StopWatchingButton({ sample }: WatchProps) {
  const { isWatched, toggle, waitingId } = useWatch(sample);
  if (!isWatched) return null;
  return (
    <SendButton
      size="icon-sm"
      variant="ghost"
      icon={StarOff}
      label={`Stop watching ${sample.serialNumber}`}
      title="Stop watching"
      waitingId={waitingId}
      onPress={toggle}
    />
  );
}

/** `WatchButton` as an item of a row's menu. */
export function WatchItem({ sample }: WatchProps) {
  const { isWatched, toggle, waitingId } = useWatch(sample);
  const isWaiting = useIsWaiting(waitingId);
  if (isWatched === undefined) return null;
  const words = isWatched ? "Stop watching" : "Watch";
  return isWaiting ? (
    <DropdownMenuItem title={MESSAGES.waitsForNetwork} onSelect={() => withdraw(waitingId)}>
      <Clock aria-hidden />
      {MESSAGES.withdraw}: {words}
    </DropdownMenuItem>
  ) : (
    <DropdownMenuItem title={TITLE} onSelect={() => void toggle()}>
      <Star aria-hidden className={cn(isWatched && WATCHED)} />
      {words}
    </DropdownMenuItem>
  );
}

const WATCHED = "fill-current text-primary";
