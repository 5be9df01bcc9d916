import { useEffect, useMemo, useRef } from "react";
import { useViewer } from "@/hooks/data/useViewer";
import type { BrowserNotices, Notice } from "@/lib/browserNotices";

/** Shows browser notifications, and closes those that are obsolete. */
export type Notices = {
  readonly show: (notice: Notice) => void;
  readonly close: (key: string) => void;
};

/** This tab's browser notifications for the viewer. The code is loaded after the page. */
export function useBrowserNotices(): Notices {
  const { email } = useViewer();
  const notices = useRef<BrowserNotices | null>(null);
  useEffect(() => {
    let isGone = false;
    void import("@/lib/browserNotices").then(({ BrowserNotices, hasNotices }) => {
      if (!isGone && hasNotices()) notices.current = new BrowserNotices(email);
    });
    return () => {
      isGone = true;
      notices.current?.stop();
      notices.current = null;
    };
  }, [email]);
  return useMemo(
    () => ({
      show: (notice) => void notices.current?.show(notice),
      close: (key) => notices.current?.close(key),
    }),
    [],
  );
}
