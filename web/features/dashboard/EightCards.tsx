import {
  FINAL_STATUSES,
  OPEN_STATUSES,
  STATUSES,
  sumOf,
  type Status,
  type StatusCounts,
} from "#domain/custody/statuses";
import { isRequestStatus } from "#domain/custody/overdue";
import { CountCard } from "./CountCard";
import type { Late } from "./lateness";
import { OwnTitle } from "./OwnTitle";

/** Undefined while loading. */
type Counts = { counts: StatusCounts | undefined };

const SECTION = "Samples by status";
const TOTAL = "Total Samples in SMS";

const GRID = "grid grid-cols-2 gap-3 sm:grid-cols-4";

type EightCardsProps = Counts & {
  /** Number of overdue requests by status; undefined while loading. */
  late?: Late | undefined;
};

/** The total and the seven statuses of the viewer's scope, with the requests that are overdue. */
export function EightCards({ counts, late }: EightCardsProps) {
  return (
    <section aria-label={SECTION} aria-busy={!counts}>
      <ul className={GRID}>
        <CountCard label={TOTAL} count={counts && sumOf(counts)} />
        {STATUSES.map((status) => (
          <CountCard
            key={status}
            label={status}
            status={status}
            count={counts?.[status]}
            late={isRequestStatus(status) ? late?.[status] : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * The same eight cards for a user, whose scope is the samples they hold: the total, the five
 * statuses of the personal statistics, and the final ones. The title of the statistics is above
 * them, so that no count is shown twice.
 */
export function EightCardsOfUser({ counts }: Counts) {
  const card = (status: Status) => (
    <CountCard key={status} label={status} status={status} count={counts?.[status]} />
  );
  return (
    <section aria-label={SECTION} aria-busy={!counts} className={GRID}>
      <div className="col-span-full">
        <OwnTitle id="mine" />
      </div>
      <ul className="contents">
        <CountCard label={TOTAL} count={counts && sumOf(counts)} />
      </ul>
      <ul className="contents" aria-labelledby="mine">
        {OPEN_STATUSES.map(card)}
      </ul>
      <ul className="contents">{FINAL_STATUSES.map(card)}</ul>
    </section>
  );
}
