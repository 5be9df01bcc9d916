import { formatAddressFilters, type FilterValue } from "../tables/addressFilters";
import { DAY_MS } from "../common/durations";
import { LIST_COLUMNS } from "../samples/fields";
import { FilterFault, parseFilter } from "../exports/filterTexts";
import { STATUSES } from "../custody/statuses";
import type { Condition } from "../tables/tableFilters";

/**
 * The filters of a report in two equivalent forms: conditions that test rows, and the text for its
 * URL.
 */
type ReportFilters = {
  readonly conditions: readonly Condition[];
  /** For `ViewState`; undefined if there are no filters. */
  readonly filter: string | undefined;
};

const COLUMNS = LIST_COLUMNS.report.map(({ field, kind, filter }) => ({
  field,
  isDate: kind === "date",
  ...(kind === "status" && { choices: STATUSES }),
  filter,
}));

/**
 * Parses filters in the CLI's syntax (`parseFilter`) for a scheduled report. Its mail links to the
 * report, so only filters that fit in the report's URL are accepted: one per column, of the kind
 * that the column has there. Days are UTC.
 *
 * @throws FilterFault for the first filter that is invalid or does not fit in the URL
 */
export function parseReportFilters(texts: readonly string[]): ReportFilters {
  const filters: Record<string, FilterValue> = {};
  const conditions = texts.map((text) => {
    const condition = parseFilter(COLUMNS, text);
    filters[condition.field] = addressFilter(condition, filters[condition.field], text);
    return condition;
  });
  return { conditions, filter: formatAddressFilters(filters) };
}

/**
 * @param earlier the column's filter so far; the two ends of a range of days are separate filters
 */
function addressFilter(
  condition: Condition,
  earlier: FilterValue | undefined,
  text: string,
): FilterValue {
  const { kind, field } = condition;
  const wanted = COLUMNS.find((column) => column.field === field)?.filter;
  if (kind !== wanted) {
    const form = wanted === "text" ? `${field}~PART` : `${field}=VALUE`;
    throw new FilterFault(`"${text}": a report filters ${field} by ${form}.`);
  }
  const twice = () => new FilterFault(`"${text}": the report is filtered by ${field} already.`);
  if (kind !== "dates") {
    if (earlier !== undefined) throw twice();
    return condition;
  }
  const end = dayRange(condition, text);
  if (earlier === undefined) return end;
  const bound = end.first === undefined ? "last" : "first";
  if (earlier.kind !== "dates" || earlier[bound] !== undefined) throw twice();
  return { ...earlier, ...end };
}

type DatesCondition = Extract<Condition, { kind: "dates" }>;
type DatesFilter = Extract<FilterValue, { kind: "dates" }>;

/** Converts a range of times to days. A URL has the last day, a condition the midnight after it. */
function dayRange({ from, before }: DatesCondition, text: string): DatesFilter {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  if ((from ?? before ?? 0) % DAY_MS !== 0) {
    throw new FilterFault(`"${text}": a report is filtered by whole days, YYYY-MM-DD.`);
  }
  return {
    kind: "dates",
    ...(from !== undefined && { first: day(from) }),
    ...(before !== undefined && { last: day(before - DAY_MS) }),
  };
}
