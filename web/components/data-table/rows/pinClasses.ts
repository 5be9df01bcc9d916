import { cn } from "@/lib/utils";
import type { Pin } from "../pins";

/**
 * Classes of a pinned column's cells. The innermost one casts a line and a shadow over the columns
 * that are scrolled behind it.
 */
export function pinClasses(pin: Pin | null): string {
  if (pin === null) return "";
  return cn(
    "sticky z-[1] print:static",
    pin.isInner && (pin.edge === "left" ? LEFT_SHADOW : RIGHT_SHADOW),
  );
}

const LEFT_SHADOW =
  "group-data-[more-left]/rows:shadow-[1px_0_0_hsl(var(--border)),8px_0_8px_-8px_rgb(0_0_0/0.35)] print:!shadow-none";
const RIGHT_SHADOW =
  "group-data-[more-right]/rows:shadow-[-1px_0_0_hsl(var(--border)),-8px_0_8px_-8px_rgb(0_0_0/0.35)] print:!shadow-none";
