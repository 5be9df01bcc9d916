import type { ReactNode } from "react";
import { cn } from "@/lib/utils";

type DotListProps = {
  /** What is empty (`""`, null, false) is left out. */
  items: readonly ReactNode[];
  className?: string;
};

/** Short facts in a line, with a dot between them; where the line wraps, there is no dot. */
export function DotList({ items, className }: DotListProps) {
  return (
    <span className={cn("block overflow-hidden", className)}>
      {/* Shifted left, so that the dot before the first item of each line is clipped. */}
      <span className="-ml-3 flex flex-wrap items-center">
        {items.filter(Boolean).map((item, index) => (
          <span key={index} className="relative flex min-w-0 max-w-full pl-3">
            {index > 0 && <span className="absolute left-1"> · </span>}
            {item}
          </span>
        ))}
      </span>
    </span>
  );
}
