import { useMutation, useQuery } from "convex/react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { useSend } from "../useWaiting";

type WatchableSample = { readonly _id: string; readonly serialNumber: string };

type Watch = {
  /** Undefined while loading. */
  isWatched: boolean | undefined;
  toggle: () => Promise<void>;
  /** Id of `toggle` in the queue of steps that wait for the network. */
  waitingId: string;
};

/** Whether the viewer is notified of each step of a sample, and a function to change it. */
export function useWatch({ _id: sampleId, serialNumber }: WatchableSample): Watch {
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
