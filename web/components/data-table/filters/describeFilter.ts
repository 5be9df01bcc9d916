import type { FilterValue } from "#domain/tables/addressFilters";
import { formatDate } from "#domain/common/dates";

/** Label of an empty cell in lists of values. */
const EMPTY_VALUE = "(empty)";

/** Maximum number of values that a chip names; further ones are counted. */
const MAX_NAMED = 2;

export const optionLabel = (value: string) => (value === "" ? EMPTY_VALUE : value);

/** Short text of a filter for its chip: `Apple, Samsung`, `contains “3569”`, `from Nov 1, 2026`. */
export function describeFilter(filter: FilterValue): string {
  switch (filter.kind) {
    case "select": {
      const { anyOf } = filter;
      const named = anyOf.slice(0, MAX_NAMED).map(optionLabel).join(", ");
      return anyOf.length > MAX_NAMED ? `${named} +${anyOf.length - MAX_NAMED}` : named;
    }
    case "text":
      return `contains “${filter.contains}”`;
    case "dates": {
      const { first, last } = filter;
      const zone = filter.isUtc ? " (UTC)" : "";
      if (first !== undefined && first === last) return dayText(first) + zone;
      const from = first === undefined ? "" : `from ${dayText(first)}`;
      const to = last === undefined ? "" : `to ${dayText(last)}`;
      return `${from} ${to}`.trim() + zone;
    }
  }
  return filter satisfies never;
}

const dayText = (day: string) => formatDate(Date.parse(day), "UTC");
