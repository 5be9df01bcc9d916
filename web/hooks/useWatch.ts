import { useMutation, useQuery } from "convex/react";
import { toast } from "sonner";
import { attempt } from "@/lib/attempt";
import { api } from "../../convex/_generated/api";
import { MESSAGES } from "../../domain/messages";

type Watch = {
  /** Undefined until it is known. */
  isWatched: boolean | undefined;
  toggle: () => Promise<void>;
};

/** Whether the viewer is told each step of a sample, and the way to change that. */
export function useWatch(sampleId: string): Watch {
  const ids: readonly string[] | undefined = useQuery(api.watches.ids, {});
  const watch = useMutation(api.watches.watch);
  const unwatch = useMutation(api.watches.unwatch);
  const isWatched = ids?.includes(sampleId);
  const toggle = async () => {
    const outcome = await attempt((isWatched ? unwatch : watch)({ sampleId }));
    if (!outcome.ok) toast.error(outcome.message);
    else toast.success(isWatched ? MESSAGES.watchEnded : MESSAGES.watchBegun);
  };
  return { isWatched, toggle };
}
