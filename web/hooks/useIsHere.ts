import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";

/**
 * Whether the address is still this screen's. A screen is shown until the next one has loaded: what it
 * writes to the address then (a search, once typing has settled) would call the next one back.
 */
export function useIsHere(): () => boolean {
  const { history } = useRouter();
  const [own] = useState(() => history.location.pathname);
  return useCallback(() => history.location.pathname === own, [history, own]);
}
