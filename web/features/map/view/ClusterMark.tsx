import { STATUSES, type Status } from "../../../../domain/statuses";
import { mainStatus, MAX_MARKED, type MapCluster } from "@/lib/map/mapAnswers";
import { cn } from "@/lib/utils";
import { shortCount } from "./shortCount";

/** Spelled out, because Tailwind finds only whole class names. */
const STROKES: Record<Status, string> = {
  Registered: "stroke-status-registered",
  "In Transit": "stroke-status-transit",
  "In Use": "stroke-status-use",
  "In Return": "stroke-status-return",
  Returned: "stroke-status-returned",
  "Request Lost": "stroke-status-request",
  Lost: "stroke-status-lost",
};
const FILLS: Record<Status, string> = {
  Registered: "bg-status-registered",
  "In Transit": "bg-status-transit",
  "In Use": "bg-status-use",
  "In Return": "bg-status-return",
  Returned: "bg-status-returned",
  "Request Lost": "bg-status-request",
  Lost: "bg-status-lost",
};

type ClusterMarkProps = {
  cluster: MapCluster;
  isOpen: boolean;
  onOpen: (cluster: MapCluster) => void;
};

/**
 * A mark on the map: a dot for one sample, a ring of the statuses' shares for several. It is out of
 * the tab order, because the list of places beside the map has the same in a row.
 */
export function ClusterMark({ cluster, isOpen, onOpen }: ClusterMarkProps) {
  const { counts, total } = cluster;
  return (
    <button
      type="button"
      tabIndex={-1}
      title={titleOf(cluster)}
      aria-label={labelOf(cluster)}
      onClick={() => onOpen(cluster)}
      className={cn(
        "pointer-events-auto grid -translate-x-1/2 -translate-y-1/2 cursor-pointer place-items-center rounded-full transition-transform hover:z-10 hover:scale-110",
        isOpen && "ring-2 ring-ring ring-offset-2 ring-offset-card",
        total === 1 && "size-7 coarse:size-11",
      )}
    >
      {total === 1 ? (
        <span
          className={cn(
            "size-3.5 rounded-full border-2 border-card shadow",
            FILLS[mainStatus(counts)],
          )}
        />
      ) : (
        <Ring cluster={cluster} />
      )}
    </button>
  );
}

/** px of the ring's line. */
const LINE = 5;

function Ring({ cluster: { counts, total } }: { cluster: MapCluster }) {
  const size = 32 + Math.min(24, 6 * Math.log10(total) ** 1.3);
  const radius = (size - LINE) / 2;
  const around = 2 * Math.PI * radius;
  const shown = STATUSES.filter((status) => counts[status] > 0);
  const shares = shown.map((status) => counts[status] / total);
  return (
    <svg width={size} height={size} className="drop-shadow-sm">
      <circle cx={size / 2} cy={size / 2} r={size / 2} className="fill-card" />
      {shown.map((status, index) => {
        const before = shares.slice(0, index).reduce((sum, share) => sum + share, 0);
        return (
          <circle
            key={status}
            cx={size / 2}
            cy={size / 2}
            r={radius - 0.5}
            fill="none"
            strokeWidth={LINE}
            strokeDasharray={`${(shares[index] ?? 0) * around} ${around}`}
            strokeDashoffset={-before * around}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
            className={STROKES[status]}
          />
        );
      })}
      <text
        x="50%"
        y="50%"
        dy="0.36em"
        textAnchor="middle"
        className="fill-card-foreground text-2xs font-semibold tabular-nums"
      >
        {shortCount(total)}
      </text>
    </svg>
  );
}

/** The serial number; of several samples the first ones. */
function titleOf({ samples, total }: MapCluster): string {
  const serials = samples.map(({ serialNumber }) => serialNumber).join(", ");
  return total > MAX_MARKED
    ? `${serials} and ${(total - samples.length).toLocaleString("en-US")} more`
    : serials;
}

function labelOf({ samples, counts, total }: MapCluster): string {
  const [first] = samples;
  const where = [first?.city, first?.country].filter(Boolean).join(", ");
  const statuses = STATUSES.filter((status) => counts[status] > 0).map((status) =>
    total === 1 ? status : `${counts[status].toLocaleString("en-US")} ${status}`,
  );
  const what = total === 1 ? first?.serialNumber : `${total.toLocaleString("en-US")} samples`;
  return `${what}, ${where}: ${statuses.join(", ")}`;
}
