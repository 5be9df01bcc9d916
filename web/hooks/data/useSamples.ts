import { useAuthToken } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useEffect, useMemo } from "react";
import { setCopyToken } from "@/lib/tables/sampleCopy";
import { openSamples, type SampleSource, type ScopeChoice } from "@/lib/tables/sampleStore";
import type { ListName } from "#domain/samples/lists";
import { overdueCondition } from "#domain/samples/listViews";
import type { Actor } from "#domain/custody/workflow";
import { useNow } from "../useNow";
import { useSameActor } from "./useViewer";

/**
 * The viewer's rows of a list. The store is the same while list and choice are. Once a minute, the
 * choice "overdue" adds rows that have become overdue.
 */
export function useSamples(list: ListName, viewer: Actor, choice: ScopeChoice): SampleSource {
  const client = useConvex();
  const actor = useSameActor(viewer);
  const token = useAuthToken();
  useEffect(() => setCopyToken(token), [token]);
  const opened = useMemo(
    () => openSamples(client, actor, list, choice),
    [client, actor, list, choice],
  );
  const now = useNow();
  return useMemo(
    () =>
      choice === "overdue" ? { ...opened, base: [...opened.base, overdueCondition(now)] } : opened,
    [opened, choice, now],
  );
}
