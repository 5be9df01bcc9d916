import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { MESSAGES } from "#domain/common/messages";

/**
 * The frame of the map: 900 px high, or as high as a lower window allows; lower on a phone, so that
 * the page can still be scrolled.
 */
export function MapFrame({ children }: { children: ReactNode }) {
  return (
    <Card className="relative isolate flex h-[70dvh] [print-color-adjust:exact] print:break-inside-avoid flex-col bg-[hsl(var(--map-sea))] max-sm:mb-[26.5rem] sm:h-[min(900px,100dvh-10rem)] sm:min-h-[26rem] sm:overflow-hidden print:h-[100mm] print:overflow-visible">
      {children}
    </Card>
  );
}

/** Shown while the code of the map loads. */
export function LoadingMap({ text = MESSAGES.loading }: { text?: string }) {
  return (
    <div
      role="status"
      aria-busy
      className="grid size-full place-content-center text-center text-muted-foreground"
    >
      {text}
    </div>
  );
}

type CountingNoteProps = {
  /** Number of loaded samples, and the expected total. */
  loaded: number;
  expected: number | null;
};

/** Above the map, until its samples are loaded. */
export function CountingNote({ loaded, expected }: CountingNoteProps) {
  return (
    <p
      role="status"
      aria-busy
      className="pointer-events-none absolute inset-x-0 top-3 z-10 mx-auto w-fit rounded-full border bg-card/95 px-3 py-1.5 text-xs tabular-nums shadow-sm"
    >
      {MESSAGES.loading}
      {expected !== null && expected > 0 && (
        <span className="ml-1.5 text-muted-foreground">
          {loaded.toLocaleString("en-US")} of {expected.toLocaleString("en-US")} samples
        </span>
      )}
    </p>
  );
}
