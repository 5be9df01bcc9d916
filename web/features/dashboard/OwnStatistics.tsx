import { FINAL_STATUSES, STATUSES, type StatusCounts } from "../../../domain/statuses";
import { CountCard } from "./CountCard";
import { sumOf } from "./sumOf";

/** The statuses of samples that somebody still answers for. */
const OPEN_STATUSES = STATUSES.filter((status) => !FINAL_STATUSES.includes(status));

/**
 * Counts what the viewer holds, without Returned and Lost (docs/product.md, "Dashboard").
 *
 * @param counts undefined while they load
 */
export function OwnStatistics({ counts }: { counts: StatusCounts | undefined }) {
  return (
    <section aria-labelledby="mine" aria-busy={!counts}>
      <p className="text-xs font-medium text-muted-foreground">User Sample Statistics</p>
      <h2
        id="mine"
        className="mb-3 mt-0.5 flex items-baseline gap-2 text-base font-semibold tracking-tight"
      >
        Total Samples in Your Responsibility
        {counts && (
          <span className="tabular-nums text-muted-foreground">
            {sumOf(counts, OPEN_STATUSES).toLocaleString("en-US")}
          </span>
        )}
      </h2>
      <ul className="grid grid-cols-2 gap-3 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3 lg:grid-cols-5">
        {OPEN_STATUSES.map((status) => (
          <CountCard key={status} label={status} status={status} count={counts?.[status]} />
        ))}
      </ul>
    </section>
  );
}
