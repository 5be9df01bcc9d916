import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

const KEY = "sms.recentSamples";
const MOST = 5;
const DETAIL = /^\/private\/viewfs\/([^/]+)$/;

/** Ids of the most recently opened samples in this tab, newest first. */
export function recentSamples(): readonly string[] {
  return sessionStorage.getItem(KEY)?.split(" ") ?? [];
}

export function forgetRecentSamples(): void {
  sessionStorage.removeItem(KEY);
}

/** Records the ids of opened samples until the tab is closed or its person signs out. */
export function useRememberSamples(): void {
  const opened = useLocation({
    select: ({ pathname, search }) =>
      DETAIL.exec(pathname)?.[1] ?? ("sample" in search ? String(search.sample) : null),
  });
  useEffect(() => {
    if (opened === null) return;
    const others = recentSamples().filter((id) => id !== opened);
    sessionStorage.setItem(KEY, [opened, ...others].slice(0, MOST).join(" "));
  }, [opened]);
}
