import { formatAddressFilters, type FilterValue } from "../../../domain/addressFilters";
import { DAY_MS } from "../../../domain/durations";
import type { HistoryField } from "../../../domain/fields";
import type { Group, GroupKind } from "../../../domain/trends";
import { WORKFLOW } from "../../../domain/workflow";

const FIELD_OF_KIND: Readonly<Record<GroupKind, HistoryField | null>> = {
  company: null,
  country: "country",
  team: "supervisor",
  person: "samplmanag",
};

const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Props of the link to the records of what `group` received from the day `first` to `last`. */
export function receivedLink({ kind, key }: Group, first: number, last: number) {
  const field = FIELD_OF_KIND[kind];
  const filters: Record<string, FilterValue> = {
    action: { kind: "select", anyOf: [WORKFLOW.acknowledgeTransfer.action] },
    actiondate: { kind: "dates", first: isoDay(first), last: isoDay(last) },
  };
  if (field !== null) filters[field] = { kind: "select", anyOf: [key] };
  const filter = formatAddressFilters(filters);
  return { to: "/dashboard/history", search: filter === undefined ? {} : { filter } } as const;
}
