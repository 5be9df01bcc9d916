import { useEffect, useEffectEvent, useRef } from "react";
import type { TableView } from "@/lib/tables/rowStore";

/** Scrolls to the top when the rows of a view other than the first one arrive. */
export function useStartAtTop(view: TableView | null, scrollToTop: () => void): void {
  const last = useRef(view);
  const scroll = useEffectEvent(scrollToTop);
  useEffect(() => {
    if (last.current !== null && view !== null && last.current !== view) scroll();
    last.current = view;
  }, [view]);
}
