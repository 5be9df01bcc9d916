import { Clock, Star, StarOff } from "lucide-react";
import { useMutation, useQuery } from "convex/react";
import { toast } from "sonner";
import { SendButton } from "@/components/forms/SendButton";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useIsWaiting, useSend } from "@/hooks/useWaiting";
import { cn } from "@/lib/utils";
import { withdraw } from "@/lib/connection/waitingSteps";
import { MESSAGES } from "#domain/common/messages";
import { api } from "../../../convex/_generated/api";

const TITLE = "Shows each step of this sample in your News";

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

type WatchableSample = { readonly _id: string; readonly serialNumber: string };

type Watch = {
  /** Undefined while loading. */
  isWatched: boolean | undefined;
  toggle: () => Promise<void>;
  /** Id of `toggle` in the queue of steps that wait for the network. */
  waitingId: string;
};

/** Whether the viewer is notified of each step of a sample, and a function to change it. */
function useWatch({ _id: sampleId, serialNumber }: WatchableSample): Watch {
  const ids: readonly string[] | undefined = useQuery(api.watches.ids, {});
  const watch = useMutation(api.watches.watch);
  const unwatch = useMutation(api.watches.unwatch);
  const send = useSend();
  const isWatched = ids?.includes(sampleId);
  const waitingId = `watch ${sampleId}`;
  const toggle = async () => {
    const label = `${isWatched ? "Stop watching" : "Watch"} ${serialNumber}`;
    const change = isWatched ? unwatch : watch;
    const outcome = await send({ id: waitingId, label }, () => change({ sampleId }));
    if (outcome?.ok) toast.success(isWatched ? MESSAGES.watchEnded : MESSAGES.watchBegun);
    else if (outcome) toast.error(outcome.message);
  };
  return { isWatched, toggle, waitingId };
}
