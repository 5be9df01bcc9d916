import { useMemo } from "react";
import type { Absentee, Actor } from "#domain/custody/workflow";

/**
 * Returns the same object while the actor's rights are the same. Convex returns a new viewer object
 * whenever the record changes, and that must not make a list reload.
 */
export function useSameActor({ email, role, standsInFor = [] }: Actor): Actor {
  const absentees = JSON.stringify(standsInFor.map(({ email, fields }) => ({ email, fields })));
  return useMemo(
    () => ({ email, role, standsInFor: JSON.parse(absentees) as readonly Absentee[] }),
    [email, role, absentees],
  );
}
