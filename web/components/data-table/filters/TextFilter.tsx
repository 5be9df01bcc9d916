import { Input } from "@/components/ui/input";
import { MAX_QUERY_TEXT } from "../../../../domain/tableFilters";
import { useTypedText } from "../search/useTypedText";
import { useTableFilters } from "./filterContext";

type TextFilterProps = {
  label: string;
  contains: string;
  onChange: (contains: string) => void;
};

/** A text that the column's cells contain. */
export function TextFilter({ label, contains, onChange }: TextFilterProps) {
  const { recordCount } = useTableFilters();
  const { text, change, settle } = useTypedText(contains, onChange);
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
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && settle(text)}
      onBlur={() => settle(text)}
    />
  );
}
