import { createContext, use, useEffect } from "react";

/** Prefix of the tab's title: "(3) ", or "". Provided by the app's shell. */
export const TitlePrefix = createContext("");

/** Sets the title of the browser's tab while the caller is mounted. */
export function useDocumentTitle(title: string): void {
  const prefix = use(TitlePrefix);
  useEffect(() => {
    document.title = prefix + (title ? `${title} · SMS` : "SMS");
  }, [prefix, title]);
}
