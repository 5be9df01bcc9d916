import type { ReactNode } from "react";

/**
 * The title of the personal statistics.
 *
 * @param children its count, unless a card shows it
 */
export function OwnTitle({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <header>
      <p className="text-xs font-medium text-muted-foreground">User Sample Statistics</p>
      <h2
        id={id}
        className="mt-0.5 flex items-baseline gap-2 text-base font-semibold tracking-tight"
      >
        Total Samples in Your Responsibility
        {children}
      </h2>
    </header>
  );
}
