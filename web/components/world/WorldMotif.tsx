import { cn } from "@/lib/utils";
import { WORLD_ROWS } from "./worldRows";

/** Highlighted cities; degrees. */
const LIGHTS: readonly { lat: number; lng: number }[] = [
  { lat: -23.5, lng: -46.6 },
  { lat: 19.4, lng: -99.1 },
  { lat: 37.8, lng: -122.3 },
  { lat: 40.7, lng: -74 },
  { lat: 51.5, lng: -0.1 },
  { lat: 40.4, lng: -3.7 },
  { lat: 52.2, lng: 21 },
  { lat: 59.3, lng: 18.1 },
  { lat: 30, lng: 31.2 },
  { lat: -1.3, lng: 36.8 },
  { lat: -26.2, lng: 28 },
  { lat: 25.2, lng: 55.3 },
  { lat: 12.9, lng: 77.6 },
  { lat: 1.3, lng: 103.8 },
  { lat: 31.2, lng: 121.5 },
  { lat: 35.7, lng: 139.7 },
  { lat: -33.9, lng: 151.2 },
];

const CELL = 5; // drawing units per grid cell of two degrees
const TOP_ROW = 3; // the first row of worldRows is at 84° N
const x = (lng: number) => ((lng + 180) / 2) * CELL;
const y = (lat: number) => ((90 - lat) / 2 - TOP_ROW) * CELL;

/** One path of dots (`h0` strokes with round caps): one DOM node instead of three thousand. */
const DOTS = WORLD_ROWS.map((hex, row) =>
  [...hex]
    .flatMap((digit, four) =>
      [8, 4, 2, 1].map((bit, offset) =>
        Number.parseInt(digit, 16) & bit
          ? `M${(four * 4 + offset + 0.5) * CELL} ${(row + 0.5) * CELL}h0`
          : "",
      ),
    )
    .join(""),
).join("");

/** The inhabited world as dots, with some cities highlighted. Decoration only. */
export function WorldMotif({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${180 * CELL} ${WORLD_ROWS.length * CELL}`}
      className={cn("pointer-events-none select-none", className)}
      aria-hidden
    >
      <path d={DOTS} stroke="currentColor" strokeWidth={3} strokeLinecap="round" opacity={0.35} />
      {LIGHTS.map(({ lat, lng }) => (
        <g key={`${lat} ${lng}`} className="text-primary">
          <circle cx={x(lng)} cy={y(lat)} r={9} fill="currentColor" opacity={0.18} />
          <circle cx={x(lng)} cy={y(lat)} r={3.2} fill="currentColor" />
        </g>
      ))}
    </svg>
  );
}
