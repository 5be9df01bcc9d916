import { createContext, use } from "react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

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
