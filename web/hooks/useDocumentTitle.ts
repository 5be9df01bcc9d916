import { useEffect } from "react";

/** Names the browser's tab while the caller is on screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · SMS` : "SMS";
  }, [title]);
}
