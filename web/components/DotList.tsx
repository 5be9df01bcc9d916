import { Fragment, type ReactNode } from "react";
import { cn } from "@/lib/utils";

type DotListProps = {
  /** Empty items (`""`, null, false) are left out. */
  items: readonly ReactNode[];
  className?: string;
};

/**
 * Short facts in a line, separated by dots; a line break replaces the dot. Every element is inline,
 * so copied text is one line.
 */
export function DotList({ items, className }: DotListProps) {
  return (
    <span className={cn("block overflow-x-clip", className)}>
      {/* Shifted left by a dot and a space, which clips those before the first fact of a line. */}
      <span className="-ml-[0.78em] block">
        {items.filter(Boolean).map((item, index) => (
          <Fragment key={index}>
            {index > 0 && " "}
            <span className={cn("inline-block max-w-full", index === 0 && "pl-[0.78em]")}>
              {index > 0 && (
                <>
                  <span className="inline-block w-[0.5em] text-center">·</span>{" "}
                </>
              )}
              {item}
            </span>
          </Fragment>
        ))}
      </span>
    </span>
  );
}
