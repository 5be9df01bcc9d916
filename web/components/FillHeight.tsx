import type { ReactNode } from "react";

/**
 * Takes the height that the page has left, for a screen that scrolls inside itself: its content
 * does not make the page longer. In a very low window the page scrolls after all.
 */
export function FillHeight({ children }: { children: ReactNode }) {
  return (
    <div className="relative min-h-[26rem] flex-1">
      <div className="absolute inset-0 flex flex-col">{children}</div>
    </div>
  );
}
