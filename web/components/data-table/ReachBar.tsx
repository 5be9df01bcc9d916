import { Button } from "@/components/ui/button";
import type { useReach } from "./useReach";

type ReachBarProps = {
  reach: ReturnType<typeof useReach>;
  isSorted: boolean;
  /** Rows looked through so far, and how many there are; null: not known. */
  looked: number;
  total: number | null;
  many: string;
};

/** Shows how many rows a search or a sort has covered, with buttons to stop or continue it. */
export function ReachBar({ reach, isSorted, looked, total, many }: ReachBarProps) {
  if (!reach.isShort) return null;
  const known = total === null ? "" : ` of ${total.toLocaleString("en-US")}`;
  const count = `${looked.toLocaleString("en-US")}${known}`;
  const said = isSorted ? `Sorted the first ${count} ${many}` : `Searched ${count} ${many}`;
  return (
    <div className="flex items-center gap-2">
      {reach.isReaching && total !== null && total > 0 && (
        <span aria-hidden className="h-1 w-24 overflow-hidden rounded-full bg-muted max-sm:hidden">
          <span
            className="block h-full rounded-full bg-primary transition-[width]"
            style={{ width: `${Math.min(100, (looked / total) * 100)}%` }}
          />
        </span>
      )}
      <span>{said}</span>
      <Button
        variant="link"
        size="sm"
        className="h-6 px-1"
        onClick={reach.isReaching ? reach.stop : reach.goOn}
      >
        {reach.isReaching ? "Stop" : isSorted ? "Sort further" : "Search further"}
      </Button>
    </div>
  );
}
