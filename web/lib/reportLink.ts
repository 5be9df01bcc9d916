import { formatAddressFilters, type FilterValue } from "#domain/tables/addressFilters";
import type { Limit } from "#domain/custody/limits";
import { LISTS } from "#domain/samples/lists";
import { OPEN_STATUSES, type Status } from "#domain/custody/statuses";

export type Counted = {
  /** E-mail of the holder; undefined: everyone the viewer may see. */
  readonly holder?: string;
  /** Undefined: all seven. */
  readonly statuses?: readonly Status[];
};

/**
 * Props of a link to exactly the samples that a figure counts. The report shows every status, and
 * to each role the samples that its figures include.
 */
export function reportLink({ holder, statuses }: Counted) {
  const filters: Record<string, FilterValue> = {};
  if (holder !== undefined) filters["samplmanag"] = { kind: "select", anyOf: [holder] };
  if (statuses !== undefined) filters["status"] = { kind: "select", anyOf: statuses };
  const filter = formatAddressFilters(filters);
  return { to: LISTS.report.path, search: filter === undefined ? {} : { filter } };
}

/** Statuses that count towards each limit. */
const COUNTED: Readonly<Record<Limit, readonly Status[]>> = {
  owned: OPEN_STATUSES,
  inUse: ["In Use"],
};

/** Props of a link to the samples of a holder that count towards `limit`. */
export function limitLink(limit: Limit, email: string) {
  return reportLink({ holder: email, statuses: COUNTED[limit] });
}
