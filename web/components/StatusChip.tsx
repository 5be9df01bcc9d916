import type { Status } from "#domain/custody/statuses";
import { cn } from "@/lib/utils";

/**
 * Tailwind classes by status: spelled out, because Tailwind finds only complete class names. Dots
 * keep their colours where the system forces its own (Windows' contrast themes).
 */
export const STATUS_STYLES: Record<Status, { dot: string; chip: string }> = {
  Registered: {
    dot: "bg-status-registered forced-color-adjust-none",
    chip: "bg-status-registered-tint text-status-registered-text",
  },
  "In Transit": {
    dot: "bg-status-transit forced-color-adjust-none",
    chip: "bg-status-transit-tint text-status-transit-text",
  },
  "In Use": {
    dot: "bg-status-use forced-color-adjust-none",
    chip: "bg-status-use-tint text-status-use-text",
  },
  "In Return": {
    dot: "bg-status-return forced-color-adjust-none",
    chip: "bg-status-return-tint text-status-return-text",
  },
  Returned: {
    dot: "bg-status-returned forced-color-adjust-none",
    chip: "bg-status-returned-tint text-status-returned-text",
  },
  "Request Lost": {
    dot: "bg-status-request forced-color-adjust-none",
    chip: "bg-status-request-tint text-status-request-text",
  },
  Lost: {
    dot: "bg-status-lost forced-color-adjust-none",
    chip: "bg-status-lost-tint text-status-lost-text",
  },
};

type StatusChipProps = { status: Status; className?: string };

/** A sample's status: dot and word, never color alone. */
export function StatusChip({ status, className }: StatusChipProps) {
  const { dot, chip } = STATUS_STYLES[status];
  return (
    <span
      className={cn(
        "inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-2 py-0.5 text-xs font-medium",
        chip,
        className,
      )}
    >
      <span className={cn("size-1.5 rounded-full", dot)} aria-hidden />
      {status}
    </span>
  );
}
