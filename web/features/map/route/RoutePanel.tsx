import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { SampleMissing } from "@/components/sample/SampleMissing";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { sheetLink } from "@/hooks/useSheet";
import type { RouteStop } from "../view/viewport";
import { useSampleRoute } from "./useSampleRoute";

type RoutePanelProps = {
  sampleId: string;
  /** Called with the stops when they have loaded, and when they change. */
  onStops: (stops: readonly RouteStop[]) => void;
  onClose: () => void;
};

/** The route of one sample as text: each place with its holder and day. */
export function RoutePanel({ sampleId, onStops, onClose }: RoutePanelProps) {
  const route = useSampleRoute(sampleId);
  const stops = route?.stops;
  const tell = useEffectEvent(onStops);
  useEffect(() => {
    if (stops !== undefined) tell(stops);
  }, [stops]);
  useEffect(() => () => tell([]), []);
  return (
    <div className="border-b">
      <header className="flex items-start justify-between gap-2 p-3 pb-1">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">Route of a sample</h2>
          {route && (
            <Link
              {...sheetLink(sampleId)}
              className="rounded font-mono text-xs text-primary underline-offset-4 hover:underline"
            >
              {route.serialNumber}
            </Link>
          )}
        </div>
        <Button variant="ghost" size="icon-sm" aria-label="Close the route" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      {route === undefined && <Skeleton aria-busy className="m-3 h-16" />}
      {route === null && <SampleMissing sampleId={sampleId} />}
      <ol aria-label="Stops" className="flex flex-col gap-2 p-3 empty:hidden">
        {stops?.map(({ number, label }) => (
          <li key={number} className="flex gap-2.5">
            <span
              aria-hidden
              className="grid size-5 shrink-0 place-items-center rounded-full bg-primary text-2xs font-semibold text-primary-foreground"
            >
              {number}
            </span>
            {label}
          </li>
        ))}
      </ol>
      {route?.isCut && (
        <p className="px-3 pb-3 text-muted-foreground">
          Earlier places are in the sample's history.
        </p>
      )}
      {stops?.length === 0 && (
        <p className="px-3 pb-3 text-muted-foreground">
          None of its locations can be shown on the map.
        </p>
      )}
    </div>
  );
}
