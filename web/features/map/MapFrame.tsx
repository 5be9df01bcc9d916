import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { MESSAGES } from "#domain/common/messages";

/**
 * The map's place on the page: 900 px high; on a phone as much as leaves the page room to scroll.
 */
export function MapFrame({ children }: { children: ReactNode }) {
  return (
    <Card className="relative isolate flex h-[70dvh] [print-color-adjust:exact] print:break-inside-avoid flex-col bg-[hsl(var(--map-sea))] max-sm:mb-[26.5rem] sm:h-[900px] sm:overflow-hidden print:h-[100mm] print:overflow-visible">
      {children}
    </Card>
  );
}

type LoadingMapProps = {
  text?: string;
  /** Samples that are here, of so many. */
  loaded?: number;
  expected?: number | null;
};

/** Stands in until all samples are here: a map of some of them would mislead. */
export function LoadingMap({ text = MESSAGES.loading, loaded = 0, expected }: LoadingMapProps) {
  return (
    <div
      role="status"
      aria-busy
      className="grid size-full place-content-center text-center text-muted-foreground"
    >
      <p>{text}</p>
      {expected ? (
        <p className="tabular-nums">
          {loaded.toLocaleString("en-US")} of {expected.toLocaleString("en-US")} samples
        </p>
      ) : null}
    </div>
  );
}
