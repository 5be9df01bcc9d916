import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/utils";

const TONES = {
  error: {
    Icon: CircleAlert,
    classes: "border-destructive/40 bg-destructive/10 text-destructive",
  },
  warning: {
    Icon: TriangleAlert,
    classes: "border-warning-foreground/20 bg-warning text-warning-foreground",
  },
  success: {
    Icon: CircleCheck,
    classes: "border-success-foreground/20 bg-success text-success-foreground",
  },
  info: { Icon: Info, classes: "border-border bg-muted text-foreground" },
} as const;

export interface BannerProps {
  tone: keyof typeof TONES;
  children: ReactNode;
  /** If set, a close button is shown. */
  onDismiss?: () => void;
  className?: string;
}

/**
 * A message as wide as its container. Screen readers announce errors immediately, others politely.
 */
export function Banner({ tone, children, onDismiss, className }: BannerProps) {
  const { Icon, classes } = TONES[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cn(
        "flex items-start gap-2.5 rounded-lg border px-3 py-2 text-sm",
        classes,
        className,
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {onDismiss && (
        <button
          type="button"
          onClick={onDismiss}
          aria-label="Dismiss"
          className="relative -m-1 grid size-7 shrink-0 coarse:after:absolute coarse:after:-inset-2 place-items-center rounded-md hover:bg-foreground/10"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
