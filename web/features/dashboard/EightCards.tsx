import { FINAL_STATUSES, OPEN_STATUSES, STATUSES } from "#domain/custody/statuses";
import type { StatusCounts } from "#domain/custody/statuses";
import { CountCard } from "./CountCard";
import { OwnTitle } from "./OwnTitle";
import { sumOf } from "./sumOf";

/** Undefined while loading. */
type Counts = { counts: StatusCounts | undefined };

const SECTION = "Samples by status";
const TOTAL = "Total Samples in SMS";

const totalOf = (counts: StatusCounts | undefined) => counts && sumOf(counts, STATUSES);

/** The total and the seven statuses of the viewer's scope. */
export function EightCards({ counts }: Counts) {
  return (
    <section aria-label={SECTION} aria-busy={!counts}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <CountCard label={TOTAL} count={totalOf(counts)} />
        {STATUSES.map((status) => (
          <CountCard key={status} label={status} status={status} count={counts?.[status]} />
        ))}
      </ul>
    </section>
  );
}

/**
 * The same eight cards for a user, whose scope is the samples they hold. The title of the personal
 * statistics is placed above the five cards that it covers, so that no count is shown twice.
 */
export function EightCardsOfUser({ counts }: Counts) {
  return (
    // Fifteen columns: three for each of five cards, five for each of three; on a phone six.
    <section
      aria-label={SECTION}
      aria-busy={!counts}
      className="grid grid-cols-6 gap-3 sm:grid-cols-[repeat(15,minmax(0,1fr))]"
    >
      <div className="col-span-full">
        <OwnTitle id="mine" />
      </div>
      <ul className="contents" aria-labelledby="mine">
        {OPEN_STATUSES.map((status, index) => (
          <CountCard
            key={status}
            label={status}
            status={status}
            count={counts?.[status]}
            className={index < 2 ? "col-span-3" : "col-span-2 sm:col-span-3"}
          />
        ))}
      </ul>
      <ul className="contents">
        <CountCard label={TOTAL} count={totalOf(counts)} className="col-span-2 sm:col-span-5" />
        {FINAL_STATUSES.map((status) => (
          <CountCard
            key={status}
            label={status}
            status={status}
            count={counts?.[status]}
            className="col-span-2 sm:col-span-5"
          />
        ))}
      </ul>
    </section>
  );
}
