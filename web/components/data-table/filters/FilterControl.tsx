import { useState } from "react";
import { Input } from "@/components/ui/input";
import { DatesFilter } from "./DatesFilter";
import { useTableFilters, type FilterColumn } from "./filterContext";
import { SelectFilter } from "./SelectFilter";
import { formatCount } from "#domain/common/formatCount";
import { MAX_QUERY_TEXT } from "#domain/tables/queryLimits";

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

type TextFilterProps = {
  label: string;
  contains: string;
  /** Called on each keystroke. */
  onTyped: (contains: string) => void;
  /** Called immediately on Enter and on blur. */
  onSettled: (contains: string) => void;
};

/** Filters by a text that the column's cells must contain. */
function TextFilter({ label, contains, onTyped, onSettled }: TextFilterProps) {
  const { recordCount } = useTableFilters();
  // Only spaces: not a filter yet, but possibly the start of one, so the typed text is kept.
  const [text, setText] = useState(contains);
  const isOurs = text === contains || (contains === "" && text.trim() === "");
  if (!isOurs) setText(contains);
  return (
    <Input
      type="search"
      aria-label={`${label} contains`}
      placeholder={`Search ${formatCount(recordCount)} records...`}
      maxLength={MAX_QUERY_TEXT}
      autoComplete="off"
      spellCheck={false}
      autoFocus
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onTyped(event.target.value);
      }}
      onKeyDown={(event) => event.key === "Enter" && onSettled(text)}
      onBlur={() => onSettled(text)}
    />
  );
}
