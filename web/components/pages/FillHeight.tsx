import type { ReactNode } from "react";

/**
 * Fills the remaining height of the page, for a screen that scrolls internally. In a very low
 * window and on a phone, the page itself scrolls.
 */
export function FillHeight({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex-1 md:min-h-[26rem]">
      <div className="flex flex-col md:absolute md:inset-0">{children}</div>
    </div>
  );
}
