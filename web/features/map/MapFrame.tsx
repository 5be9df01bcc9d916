import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { MESSAGES } from "#domain/common/messages";

/** The frame of the map: 900 px high; lower on a phone, so that the page can still be scrolled. */
export function MapFrame({ children }: { children: ReactNode }) {
  return (
    <Card className="relative isolate flex h-[70dvh] [print-color-adjust:exact] print:break-inside-avoid flex-col bg-[hsl(var(--map-sea))] max-sm:mb-[26.5rem] sm:h-[900px] sm:overflow-hidden print:h-[100mm] print:overflow-visible">
      {children}
    </Card>
  );
}

type LoadingMapProps = {
  text?: string;
  /** Number of loaded samples, and the expected total. */
  loaded?: number;
  expected?: number | null;
};

/** Placeholder until all samples are loaded: a map of only some of them would be misleading. */
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
