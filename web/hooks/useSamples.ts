import { useAuthToken } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useEffect, useMemo } from "react";
import { setCopyToken } from "@/lib/tables/sampleCopy";
import { openSamples, type SampleSource, type ScopeChoice } from "@/lib/tables/sampleStore";
import type { ListName } from "../../domain/lists";
import type { Actor } from "../../domain/workflow";
import { useSameActor } from "./useSameActor";

/** The rows of a list for the viewer, as long as the list and the choice stay the same. */
export function useSamples(list: ListName, viewer: Actor, choice: ScopeChoice): SampleSource {
  const client = useConvex();
  const actor = useSameActor(viewer);
  const token = useAuthToken();
  useEffect(() => setCopyToken(token), [token]);
  return useMemo(() => openSamples(client, actor, list, choice), [client, actor, list, choice]);
}
