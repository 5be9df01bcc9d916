import { cn } from "@/lib/utils";

/** The logo (a device being handed over) and the name. */
export function Wordmark({
  compact = false,
  className,
}: {
  compact?: boolean;
  className?: string;
}) {
  return (
    <span
      className={cn("inline-flex items-center gap-2.5 font-semibold tracking-tight", className)}
    >
      <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden>
        <rect width="32" height="32" rx="8" fill="#0a6376" />
        <rect
          x="7"
          y="6"
          width="11"
          height="20"
          rx="2.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
        />
        <path
          d="M15 16h10m-3.5-4 4 4-4 4"
          fill="none"
          stroke="#7fe3f0"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {!compact && <span className="text-base">SMS</span>}
    </span>
  );
}
