import { CornerDownLeft } from "lucide-react";
import type { Ref } from "react";
import type { FieldControl } from "@/components/forms/Field";
import { Suggest } from "@/components/forms/Suggest";

/** Maximum of suggestions shown; typing narrows the list. */
const MAX_SUGGESTIONS = 500;

type ListSuggestProps = {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Entries of the list; other texts may be typed as well. */
  values: readonly string[];
};

/**
 * A text field that suggests the values of a list: all of them if its text is one of them, else the
 * matching ones. On blur, a text that differs only in case takes the list's spelling.
 */
export function ListSuggest({ value, values, onChange, onBlur, ...field }: ListSuggestProps) {
  const isPicked = values.includes(value);
  const offered = isPicked ? values.slice(0, MAX_SUGGESTIONS) : matching(value, values);
  const typed = value.trim();
  const isOther = offered.length > 0 && typed !== "" && listedSpelling(typed, values) === undefined;
  const own = {
    value: typed,
    content: (
      <span className="flex items-center gap-2 text-muted-foreground">
        <CornerDownLeft className="size-3.5 shrink-0" aria-hidden />
        <span className="truncate">Use “{typed}”</span>
      </span>
    ),
  };
  return (
    <Suggest
      {...field}
      text={value}
      placeholder="Select or type…"
      onText={onChange}
      onPick={onChange}
      onBlur={() => {
        const listed = listedSpelling(typed, values);
        if (listed !== undefined && listed !== value) onChange(listed);
        onBlur();
      }}
      picked={isPicked ? value : null}
      suggestions={[...offered.map((option) => ({ value: option })), ...(isOther ? [own] : [])]}
    />
  );
}

function listedSpelling(text: string, values: readonly string[]): string | undefined {
  return values.find((value) => value.toLowerCase() === text.toLowerCase());
}

/** Values that begin with the text first, then values that contain it. */
function matching(text: string, values: readonly string[]): string[] {
  const typed = text.trim().toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(typed));
  const rank = (value: string) => Number(!value.toLowerCase().startsWith(typed));
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_SUGGESTIONS);
}
