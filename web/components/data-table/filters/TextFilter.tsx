import { useState } from "react";
import { Input } from "@/components/ui/input";
import { MAX_QUERY_TEXT } from "#domain/tables/tableFilters";
import { useTableFilters } from "./filterContext";

type TextFilterProps = {
  label: string;
  contains: string;
  /** Called on each keystroke. */
  onTyped: (contains: string) => void;
  /** Called immediately on Enter and on blur. */
  onSettled: (contains: string) => void;
};

/** Filters by a text that the column's cells must contain. */
export function TextFilter({ label, contains, onTyped, onSettled }: TextFilterProps) {
  const { recordCount } = useTableFilters();
  // Only spaces: not a filter yet, but possibly the start of one, so the typed text is kept.
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
