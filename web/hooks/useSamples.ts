import { useAuthToken } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useEffect, useMemo } from "react";
import { setCopyToken } from "@/lib/tables/sampleCopy";
import { openSamples, type SampleSource, type ScopeChoice } from "@/lib/tables/sampleStore";
import type { ListName } from "../../domain/lists";
import type { Absentee, Actor } from "../../domain/workflow";

/** The rows of a list for `actor`, as long as the list and the choice stay the same. */
export function useSamples(
  list: ListName,
  { email, role, standsInFor = [] }: Actor,
  choice: ScopeChoice,
): SampleSource {
  const client = useConvex();
  // The viewer's record is another one with each change of it; a list is not opened anew for that.
  const absentees = JSON.stringify(standsInFor);
  const token = useAuthToken();
  useEffect(() => setCopyToken(token), [token]);
  return useMemo(() => {
    const parsed = JSON.parse(absentees) as readonly Absentee[];
    return openSamples(client, { email, role, standsInFor: parsed }, list, choice);
  }, [client, email, role, absentees, list, choice]);
}
