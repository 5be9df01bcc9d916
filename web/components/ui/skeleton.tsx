import type { ComponentProps } from "react";
import { cn } from "@/lib/utils";

/** A grey shape where content will be; hidden from screen readers (say `aria-busy` around it). */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden
      className={cn("animate-pulse rounded-md bg-foreground/10", className)}
      {...props}
    />
  );
}
