import { createContext, use, useMemo } from "react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Absentee, Actor } from "#domain/custody/workflow";

/** The signed-in person, as the server sees them now. */
export type Viewer = NonNullable<FunctionReturnType<typeof api.users.viewer>>;

const ViewerContext = createContext<Viewer | null>(null);
export const ViewerProvider = ViewerContext.Provider;

/** The signed-in person, live. Available only below the guard in routes/_app.tsx. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error("useViewer is used outside the screens behind sign-in");
  return viewer;
}

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
