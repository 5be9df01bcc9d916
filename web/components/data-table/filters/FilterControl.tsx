import { DatesFilter } from "./DatesFilter";
import { useTableFilters, type FilterColumn } from "./filterContext";
import { SelectFilter } from "./SelectFilter";
import { TextFilter } from "./TextFilter";

/** The filter control of one column, according to its kind of filter. Choices apply immediately. */
export function FilterControl({ column }: { column: FilterColumn }) {
  const { filters, setFilter, typeFilter } = useTableFilters();
  const { id, label, kind, isPerson, valueLabels } = column;
  const filter = filters[id];
  switch (kind) {
    case "select":
      return (
        <SelectFilter
          columnId={id}
          label={label}
          isPerson={isPerson}
          valueLabels={valueLabels}
          chosen={filter?.kind === "select" ? filter.anyOf : []}
          onChange={(anyOf) => setFilter(id, anyOf.length === 0 ? undefined : { kind, anyOf })}
        />
      );
    case "text":
      return (
        <TextFilter
          label={label}
          contains={filter?.kind === "text" ? filter.contains : ""}
          onTyped={(contains) => typeFilter(id, textFilter(contains))}
          onSettled={(contains) => setFilter(id, textFilter(contains))}
        />
      );
    case "dates":
      return (
        <DatesFilter
          label={label}
          days={filter?.kind === "dates" ? filter : {}}
          onChange={({ first, last }) =>
            setFilter(id, first || last ? { kind, first, last } : undefined)
          }
        />
      );
  }
  return kind satisfies never;
}

const textFilter = (contains: string) =>
  contains.trim() === "" ? undefined : ({ kind: "text", contains } as const);
