import type { FilterValue } from "#domain/tables/addressFilters";
import { useNameOf } from "@/hooks/data/usePeople";
import { describeFilter } from "./describeFilter";
import type { FilterColumn } from "./filterContext";

type FilterWordsProps = { column: FilterColumn; filter: FilterValue };

/** Short description of a column's filter; people by name, with their addresses on hover. */
export function FilterWords({ column, filter }: FilterWordsProps) {
  if (filter.kind !== "select") return describeFilter(filter);
  if (column.isPerson) return <PeopleWords emails={filter.anyOf} />;
  const anyOf = filter.anyOf.map((value) => column.valueLabels?.[value] ?? value);
  return describeFilter({ kind: "select", anyOf });
}

function PeopleWords({ emails }: { emails: readonly string[] }) {
  const nameOf = useNameOf(...emails);
  const anyOf = emails.map((email) => email && nameOf(email));
  return <span title={emails.join(", ")}>{describeFilter({ kind: "select", anyOf })}</span>;
}
