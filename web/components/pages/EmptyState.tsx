import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/utils";

export interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** What will be listed here, and how to add it. */
  children?: ReactNode;
  /** The next step, usually a Button. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cn("flex flex-col items-center gap-2 px-6 py-14 text-center", className)}
      role="status"
    >
      {Icon && (
        <span className="mb-2 grid size-11 place-items-center rounded-full bg-muted text-muted-foreground">
          <Icon className="size-5" aria-hidden />
        </span>
      )}
      <p className="text-balance text-sm font-semibold">{title}</p>
      {children && (
        <div className="max-w-sm text-balance text-sm text-muted-foreground">{children}</div>
      )}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
