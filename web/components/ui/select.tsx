import type { ComponentProps } from "react";
import { fieldClasses } from "@/components/ui/input";
import { cn } from "@/lib/utils";

/** The browser's own select: on a phone it is the best one. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  // Browsers count every select as read-only.
  return (
    <select className={cn(fieldClasses, "h-10 read-only:bg-card sm:h-9", className)} {...props} />
  );
}
