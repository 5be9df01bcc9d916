import { Badge } from "@/components/ui/badge";

type LimitedCountProps = { count: number | undefined; limit: number };

/** A number of samples and the limit it is compared with: "12 of 10", marked when it is passed. */
export function LimitedCount({ count, limit }: LimitedCountProps) {
  if (count === undefined) return <span className="text-muted-foreground">–</span>;
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      <span>
        <span className="font-medium">{count.toLocaleString("en-US")}</span>
        <span className="text-muted-foreground"> of {limit.toLocaleString("en-US")}</span>
      </span>
      {count > limit && <Badge variant="warning">over</Badge>}
    </span>
  );
}
