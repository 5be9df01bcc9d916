import { Link } from "@tanstack/react-router";
import { Badge } from "@/components/ui/badge";
import { limitLink } from "@/lib/reportLink";
import { formatCount } from "#domain/common/formatCount";
import { LIMITS, type Limit } from "#domain/custody/limits";
import type { EmployeeRow } from "./usePeople";

type LimitedCountProps = {
  person: EmployeeRow;
  limit: Limit;
  /** True: the count links to its samples. False on a card, which is itself a link. */
  isLink?: boolean;
};

const COUNTS = { owned: "answersFor", inUse: "inusesampl" } as const satisfies Record<
  Limit,
  keyof EmployeeRow
>;

/** A number of samples and its limit: "12 of 10", highlighted when the limit is exceeded. */
export function LimitedCount({ person, limit, isLink = false }: LimitedCountProps) {
  const count = person[COUNTS[limit]];
  const max = person[LIMITS[limit].limit];
  if (count === undefined) return <span className="text-muted-foreground">–</span>;
  const text = formatCount(count);
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      <span>
        {isLink && count > 0 ? (
          <Link
            {...limitLink(limit, person.email)}
            className="relative font-medium underline-offset-4 hover:underline coarse:after:absolute coarse:after:-inset-x-5 coarse:after:-inset-y-3.5"
          >
            {text}
          </Link>
        ) : (
          <span className="font-medium">{text}</span>
        )}
        <span className="text-muted-foreground"> of {formatCount(max)}</span>
      </span>
      {count > max && <Badge variant="warning">{formatCount(count - max)} over</Badge>}
    </span>
  );
}
