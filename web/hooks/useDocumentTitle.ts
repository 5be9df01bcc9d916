import { createContext, use, useEffect } from "react";

/** Prefix of every title of the tab: "(3) ", or nothing. Provided by the app's shell. */
export const TitlePrefix = createContext("");

/** Names the browser's tab while the caller is on screen. */
export function useDocumentTitle(title: string): void {
  const prefix = use(TitlePrefix);
  useEffect(() => {
    document.title = prefix + (title ? `${title} · SMS` : "SMS");
  }, [prefix, title]);
}
