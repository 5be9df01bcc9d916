/** Draws a mark with CSS backgrounds, so that each of a thousand marks is a single element. */
import { STATUSES, type Status, type StatusCounts } from "#domain/custody/statuses";
import { mainStatus } from "@/lib/map/mapAnswers";

/** Colours defined in web/styles.css. */
const COLOURS: Readonly<Record<Status, string>> = {
  Registered: "hsl(var(--status-registered))",
  "In Transit": "hsl(var(--status-transit))",
  "In Use": "hsl(var(--status-use))",
  "In Return": "hsl(var(--status-return))",
  Returned: "hsl(var(--status-returned))",
  "Request Lost": "hsl(var(--status-request))",
  Lost: "hsl(var(--status-lost))",
};
const CARD = "hsl(var(--card))";

/** Sizes in px: the ring's line, a dot, and the border around either. */
const LINE = 5;
const DOT = 5;
const EDGE = 2;

/** Returns the diameter of the mark for `total` samples, px: 32 to 56. */
export function ringSize(total: number): number {
  return Math.round(32 + Math.min(24, 6 * Math.log10(total) ** 1.3));
}

/** Returns a disc in the card's colour inside a ring of the statuses' shares, clockwise. */
export function ringBackground(counts: StatusCounts, total: number): string {
  let end = 0;
  const stops = STATUSES.filter((status) => counts[status] > 0).map((status) => {
    const start = end;
    end += (100 * counts[status]) / total;
    return `${COLOURS[status]} ${start.toFixed(2)}% ${end.toFixed(2)}%`;
  });
  const disc = `${CARD} calc(100% - ${LINE + 0.5}px), transparent calc(100% - ${LINE}px)`;
  return `radial-gradient(closest-side, ${disc}), conic-gradient(${stops.join(", ")})`;
}

/** Returns a centred dot in the colour of the most frequent status. */
export function dotBackground(counts: StatusCounts): string {
  const edge = DOT + EDGE;
  return `radial-gradient(circle, ${COLOURS[mainStatus(counts)]} ${DOT}px, ${CARD} ${DOT + 0.5}px ${edge}px, transparent ${edge + 0.5}px)`;
}
