type ProgressBarProps = { label: string; reached: number; total: number };

export function ProgressBar({ label, reached, total }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={reached}
      className="h-2 overflow-hidden rounded-full bg-muted"
    >
      <div
        className="h-full rounded-full bg-primary transition-[width] duration-150"
        style={{ width: `${(reached / total) * 100}%` }}
      />
    </div>
  );
}
