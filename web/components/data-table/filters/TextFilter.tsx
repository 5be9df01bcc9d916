import { useState } from "react";
import { Input } from "@/components/ui/input";
import { MAX_QUERY_TEXT } from "#domain/tables/tableFilters";
import { useTableFilters } from "./filterContext";

type TextFilterProps = {
  label: string;
  contains: string;
  /** Called for each key stroke. */
  onTyped: (contains: string) => void;
  /** Called without waiting for a pause: Enter, or leaving the field. */
  onSettled: (contains: string) => void;
};

/** A text that the column's cells contain. */
export function TextFilter({ label, contains, onTyped, onSettled }: TextFilterProps) {
  const { recordCount } = useTableFilters();
  // Spaces alone are no filter, but may be the beginning of one.
  const [text, setText] = useState(contains);
  const isOurs = text === contains || (contains === "" && text.trim() === "");
  if (!isOurs) setText(contains);
  return (
    <Input
      type="search"
      aria-label={`${label} contains`}
      placeholder={`Search ${recordCount.toLocaleString("en-US")} records...`}
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
