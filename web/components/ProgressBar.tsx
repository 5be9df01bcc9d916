import { cn, FORCED_FILL } from "../lib/utils";

type ProgressBarProps = {
  label: string;
  reached: number;
  total: number;
  className?: string;
  fillClassName?: string;
};

/** A bar that shows `reached` out of `total`; empty if `total` is 0. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, reached, total, className, fillClassName } = props;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={reached}
      className={cn("h-2 overflow-hidden rounded-full bg-muted forced-colors:border", className)}
    >
      <div
        className={cn(
          "h-full rounded-[inherit] bg-primary transition-[width] duration-150",
          FORCED_FILL,
          fillClassName,
        )}
        style={{ width: `${total === 0 ? 0 : (reached / total) * 100}%` }}
      />
    </div>
  );
}
