import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { formatCount } from "#domain/common/formatCount";
import { MESSAGES } from "#domain/common/messages";

type MapFrameProps = {
  /** Covers part of the map; on a phone it follows below. */
  panel: ReactNode;
  children: ReactNode;
};

/**
 * The frame of the map: 900 px high, or as high as a lower window allows. On a phone it takes half
 * of the window, so that the first places of the panel are in sight below it.
 */
export function MapFrame({ panel, children }: MapFrameProps) {
  return (
    <div className="relative isolate">
      <Card className="relative isolate flex h-[46dvh] min-h-64 max-sm:scroll-mb-[calc(var(--bottom-bar,0px)+13rem)] max-sm:scroll-mt-18 flex-col overflow-hidden bg-[hsl(var(--map-sea))] [print-color-adjust:exact] sm:h-[min(900px,100dvh-10rem)] sm:min-h-[26rem] print:h-[100mm] print:break-inside-avoid">
        {children}
      </Card>
      {panel}
    </div>
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
          {formatCount(loaded)} of {formatCount(expected)} samples
        </span>
      )}
    </p>
  );
}
