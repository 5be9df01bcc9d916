import { memo } from "react";
import { formatCount } from "#domain/common/formatCount";
import { STATUSES } from "#domain/custody/statuses";
import { MAX_MARKED, type MapCluster } from "@/lib/map/mapAnswers";
import { cn } from "@/lib/utils";
import { dotBackground, ringBackground, ringSize } from "./ring";

type ClusterMarkProps = {
  cluster: MapCluster;
  isOpen: boolean;
  onOpen: (cluster: MapCluster) => void;
  /** px from the origin of the map's pane; omitted if the map positions its marks itself. */
  x?: number;
  y?: number;
  /** Whether it is the map's Tab stop: exactly one mark is (docs/product.md, "Map"). */
  isTabStop?: boolean;
};

/**
 * A mark on the map: a dot for one sample, a ring with the statuses' shares for several. It is a
 * single element, because the browser traverses all of them at the start and end of a drag.
 */
export const ClusterMark = memo(function ClusterMark(props: ClusterMarkProps) {
  const { cluster, isOpen, onOpen, x, y, isTabStop = false } = props;
  const { counts, total } = cluster;
  const size = total === 1 ? undefined : ringSize(total);
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      title={titleOf(cluster)}
      aria-label={labelOf(cluster)}
      onClick={() => onOpen(cluster)}
      className={cn(
        "pointer-events-auto grid -translate-x-1/2 -translate-y-1/2 cursor-pointer place-items-center rounded-full text-2xs font-semibold tabular-nums text-card-foreground transition-transform hover:z-10 hover:scale-110",
        "focus-visible:z-20 focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-offset-2 focus-visible:ring-offset-card",
        x !== undefined && "absolute",
        isOpen && "ring-2 ring-ring ring-offset-2 ring-offset-card",
        total === 1
          ? "size-7 coarse:size-11"
          : "border border-card coarse:before:absolute coarse:before:-inset-1.5",
      )}
      style={{
        left: x,
        top: y,
        width: size,
        height: size,
        background: total === 1 ? dotBackground(counts) : ringBackground(counts, total),
        backgroundOrigin: "border-box",
      }}
    >
      {total > 1 && shortCount(total)}
    </button>
  );
});

/** The serial number; for several samples the first ones. */
function titleOf({ samples, total }: MapCluster): string {
  const serials = samples.map(({ serialNumber }) => serialNumber).join(", ");
  return total > MAX_MARKED
    ? `${serials} and ${formatCount(total - samples.length)} more`
    : serials;
}

function labelOf({ samples, counts, total }: MapCluster): string {
  const [first] = samples;
  const where = [first?.city, first?.country].filter(Boolean).join(", ");
  const statuses = STATUSES.filter((status) => counts[status] > 0).map((status) =>
    total === 1 ? status : `${formatCount(counts[status])} ${status}`,
  );
  const what = total === 1 ? first?.serialNumber : `${formatCount(total)} samples`;
  return `${what}, ${where}: ${statuses.join(", ")}`;
}

/** Formats a count for a mark: `999`, `1.2k`, `34k`. */
function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const thousands = Math.floor(count / 100) / 10;
  return `${thousands < 10 ? thousands : Math.floor(thousands)}k`;
}
