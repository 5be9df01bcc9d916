import type { ComponentProps } from "react";
import { cn } from "@/lib/utils";

/**
 * A gray shape in place of loading content; hidden from screen readers (set `aria-busy` around it).
 */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden
      className={cn("animate-pulse rounded-md bg-foreground/10", className)}
      {...props}
    />
  );
}
