import { useMemo } from "react";
import type { Absentee, Actor } from "#domain/custody/workflow";

/**
 * Returns the same object for as long as the actor's rights are the same. The viewer's record is
 * another object with each change of it, which must not make a list begin anew.
 */
export function useSameActor({ email, role, standsInFor = [] }: Actor): Actor {
  const absentees = JSON.stringify(standsInFor.map(({ email, fields }) => ({ email, fields })));
  return useMemo(
    () => ({ email, role, standsInFor: JSON.parse(absentees) as readonly Absentee[] }),
    [email, role, absentees],
  );
}
