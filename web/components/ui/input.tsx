import type { ComponentProps } from "react";
import { cn } from "@/lib/utils";

export const fieldClasses =
  "w-full min-w-0 rounded-md border border-input/60 bg-card px-3 text-sm text-foreground shadow-sm transition-colors placeholder:text-muted-foreground focus-visible:border-ring focus-visible:ring-2 focus-visible:ring-ring/40 focus-visible:ring-offset-0 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground read-only:bg-muted aria-[invalid=true]:border-destructive aria-[invalid=true]:focus-visible:ring-destructive/30";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      type={type}
      className={cn(fieldClasses, "h-10 sm:h-9 coarse:h-11", className)}
      {...props}
    />
  );
}
