import { formatAddressFilters, type FilterValue } from "#domain/tables/addressFilters";
import { DAY_MS } from "#domain/common/durations";
import type { HistoryField } from "#domain/samples/fields";
import { UNDONE_CHOICES, UNDONE_FILTER } from "#domain/samples/historyTable";
import type { Group, GroupKind } from "#domain/samples/trends";
import { WORKFLOW } from "#domain/custody/workflow";

const FIELD_OF_KIND: Readonly<Record<GroupKind, HistoryField | null>> = {
  company: null,
  country: "country",
  team: "supervisor",
  person: "samplmanag",
};

const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The records that a trend counts as received (convex/trends.ts). Days are UTC days. */
export type Receptions = {
  readonly first: number;
  readonly last: number;
  readonly addresses: readonly string[];
};

/**
 * Props of the link to exactly the records that a trend counts as received by `group` from the day
 * `first` to `last`: not undone, and on counted days.
 */
export function receivedLink(
  { kind, key }: Group,
  receptions: Receptions,
  first = receptions.first,
  last = receptions.last,
) {
  const { addresses } = receptions;
  const field = FIELD_OF_KIND[kind];
  const filters: Record<string, FilterValue> = {
    action: { kind: "select", anyOf: [WORKFLOW.acknowledgeTransfer.action] },
    [UNDONE_FILTER.id]: { kind: "select", anyOf: [UNDONE_CHOICES.no] },
    actiondate: {
      kind: "dates",
      first: isoDay(Math.max(first, receptions.first)),
      last: isoDay(Math.min(last, receptions.last)),
      isUtc: true,
    },
  };
  if (field !== null) {
    filters[field] = { kind: "select", anyOf: addresses.length === 0 ? [key] : addresses };
  }
  const filter = formatAddressFilters(filters);
  return { to: "/dashboard/history", search: filter === undefined ? {} : { filter } } as const;
}
