import { Link } from "@tanstack/react-router";
import { countAnsweredFor, OPEN_STATUSES, type StatusCounts } from "#domain/custody/statuses";
import { CountCard } from "./CountCard";
import { OwnTitle } from "./OwnTitle";
import { reportLink } from "@/lib/reportLink";

type OwnStatisticsProps = {
  email: string;
  /** Undefined while loading. */
  counts: StatusCounts | undefined;
};

/**
 * Counts the viewer's own samples, without Returned and Lost (docs/product.md, "Dashboard"), for
 * viewers whose eight cards cover more people.
 */
export function OwnStatistics({ email, counts }: OwnStatisticsProps) {
  return (
    <section aria-labelledby="mine" aria-busy={!counts}>
      <OwnTitle id="mine">
        {counts && (
          <Link
            {...reportLink({ holder: email, statuses: OPEN_STATUSES })}
            className="relative tabular-nums text-muted-foreground underline-offset-4 after:absolute after:-inset-x-3 after:-inset-y-1 hover:underline coarse:after:-inset-x-4 coarse:after:-inset-y-3"
          >
            {countAnsweredFor(counts).toLocaleString("en-US")}
          </Link>
        )}
      </OwnTitle>
      <ul className="mt-3 grid grid-cols-2 gap-3 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3 lg:grid-cols-5">
        {OPEN_STATUSES.map((status) => (
          <CountCard
            key={status}
            label={status}
            status={status}
            count={counts?.[status]}
            holder={email}
          />
        ))}
      </ul>
    </section>
  );
}
