import type { TableQuery } from "#domain/tables/tableFilters";

/**
 * Converts `query` to the arguments of server functions (convex/lib/tableQueries.ts): their
 * validators require mutable arrays, and dates are searched in this reader's time zone.
 */
export function serverQuery({ search, conditions }: TableQuery) {
  return {
    search,
    conditions: conditions.map((condition) =>
      condition.kind === "select" ? { ...condition, anyOf: [...condition.anyOf] } : condition,
    ),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
