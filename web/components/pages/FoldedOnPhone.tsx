import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useIsPhone } from "@/hooks/useMediaQuery";

type FoldedOnPhoneProps = {
  title: string;
  /** What the card is for: one line, which a phone cuts off. */
  summary: string;
  /** A card whose heading is `title`. */
  children: ReactNode;
};

/**
 * A card that is rarely needed: on a phone a single row until it is pressed, so that the page stays
 * short.
 */
export function FoldedOnPhone({ title, summary, children }: FoldedOnPhoneProps) {
  const isPhone = useIsPhone();
  const [isOpened, setOpened] = useState(false);
  const contentRef = useRef<HTMLDivElement>(null);
  // The pressed row is gone, so the focus moves to the content.
  useEffect(() => {
    if (isOpened) contentRef.current?.focus({ preventScroll: true });
  }, [isOpened]);
  if (!isPhone || isOpened) {
    return (
      <div ref={contentRef} tabIndex={-1} className="outline-none">
        {children}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={() => setOpened(true)}
      className="flex w-full items-center gap-3 rounded-lg border bg-card px-5 py-3.5 text-left shadow-sm hover:bg-accent"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-base font-semibold tracking-tight">{title}</span>
        <span className="block truncate text-sm text-muted-foreground">{summary}</span>
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
    </button>
  );
}
