import { formatAddressFilters, type FilterValue } from "#domain/tables/addressFilters";
import type { Limit } from "#domain/custody/limits";
import { LISTS } from "#domain/samples/lists";
import { OPEN_STATUSES, type Status } from "#domain/custody/statuses";

export type Counted = {
  /** E-mail of the person who holds the samples; everybody in the reader's scope when left out. */
  readonly holder?: string;
  /** All seven when left out. */
  readonly statuses?: readonly Status[];
};

/**
 * Props of the link to exactly the samples that a figure counts. The report shows every status, and
 * each role the samples that its figures count.
 */
export function reportLink({ holder, statuses }: Counted) {
  const filters: Record<string, FilterValue> = {};
  if (holder !== undefined) filters["samplmanag"] = { kind: "select", anyOf: [holder] };
  if (statuses !== undefined) filters["status"] = { kind: "select", anyOf: statuses };
  const filter = formatAddressFilters(filters);
  return { to: LISTS.report.path, search: filter === undefined ? {} : { filter } };
}

/** The statuses that each limit counts. */
const COUNTED: Readonly<Record<Limit, readonly Status[]>> = {
  owned: OPEN_STATUSES,
  inUse: ["In Use"],
};

/** Props of the link to the samples that a person holds and `limit` counts. */
export function limitLink(limit: Limit, email: string) {
  return reportLink({ holder: email, statuses: COUNTED[limit] });
}
