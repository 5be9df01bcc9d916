import type { RouteStop } from "./viewport";

/** A stop with its position in px of the map's pane. */
type PlacedStop = RouteStop & { readonly x: number; readonly y: number };

/** The route of one sample: a line between its numbered stops. */
export function RouteLine({ stops }: { stops: readonly PlacedStop[] }) {
  if (stops.length === 0) return null;
  const line = stops.map(({ x, y }) => `${x},${y}`).join(" ");
  return (
    <>
      {/* Leaflet raises every svg above its following siblings. */}
      <svg className="pointer-events-none absolute !z-0 size-px overflow-visible" aria-hidden>
        <polyline points={line} fill="none" strokeWidth={5} className="stroke-card" />
        <polyline
          points={line}
          fill="none"
          strokeWidth={2.5}
          strokeDasharray="1 6"
          strokeLinecap="round"
          className="stroke-primary"
        />
      </svg>
      {stops.map((stop) => (
        <div key={stop.number} className="absolute" style={{ left: stop.x, top: stop.y }}>
          <StopMark stop={stop} />
        </div>
      ))}
    </>
  );
}

export function StopMark({ stop: { number, label } }: { stop: RouteStop }) {
  return (
    <span
      title={label}
      className="grid size-6 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-card bg-primary text-2xs font-semibold tabular-nums text-primary-foreground shadow"
    >
      {number}
    </span>
  );
}
