import type { TableQuery } from "#domain/tables/tableFilters";

/**
 * `query` as the server's functions take it (convex/lib/tableQueries.ts): validators know mutable
 * arrays only, and dates are searched as this reader sees them.
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
