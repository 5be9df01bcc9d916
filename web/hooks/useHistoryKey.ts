import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";

/**
 * Key of the history entry that the calling screen belongs to; Back and Forward return to the entry
 * with the same key. A screen keeps its key while it is being left.
 */
export function useHistoryKey(): string {
  const { pathname, key } = useRouterState({
    select: ({ location }) => ({
      pathname: location.pathname,
      key: location.state.__TSR_key ?? "",
    }),
    structuralSharing: true,
  });
  const [own, setOwn] = useState({ pathname, key });
  if (own.pathname === pathname && own.key !== key) setOwn({ pathname, key });
  return own.pathname === pathname ? key : own.key;
}
