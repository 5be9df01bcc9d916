import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { fieldClasses } from "@/components/ui/input";
import { cn } from "@/lib/utils";

/**
 * A choice among a few fixed values. A native select, which works with every keyboard, phone and
 * screen reader; styled like `Suggest` (web/styles.css).
 */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return (
    <div className={cn("relative w-full min-w-0", className)}>
      <select
        // Browsers match every select as `:read-only`. An empty choice looks like a placeholder.
        className={cn(
          fieldClasses,
          "h-10 truncate pr-9 read-only:bg-card sm:h-9 coarse:h-11 [&:has(option[value='']:checked)]:text-muted-foreground",
        )}
        {...props}
      />
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute right-3 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  );
}
