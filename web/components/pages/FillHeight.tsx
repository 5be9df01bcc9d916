import type { ReactNode } from "react";

/**
 * Takes the height that the page has left, for a screen that scrolls inside itself: its content
 * does not make the page longer. In a very low window and on a phone the page scrolls after all.
 */
export function FillHeight({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex-1 md:min-h-[26rem]">
      <div className="flex flex-col md:absolute md:inset-0">{children}</div>
    </div>
  );
}
