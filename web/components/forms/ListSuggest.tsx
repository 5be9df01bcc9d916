import type { Ref } from "react";
import type { FieldControl } from "@/components/forms/Field";
import { Suggest } from "@/components/forms/Suggest";

/** Suggestions shown at most; typing narrows the list. */
const MAX_SUGGESTIONS = 500;

type ListSuggestProps = {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** The entries of the list; any other text may be typed, too. */
  values: readonly string[];
};

/** A text field that suggests the values of a list: all of them on a value that is one of them. */
export function ListSuggest({ value, values, onChange, ...field }: ListSuggestProps) {
  const isPicked = values.includes(value);
  return (
    <Suggest
      {...field}
      text={value}
      onText={onChange}
      onPick={onChange}
      picked={isPicked ? value : null}
      suggestions={matching(isPicked ? "" : value, values).map((option) => ({ value: option }))}
    />
  );
}

/** Values that begin with the text first, then those that contain it. */
function matching(text: string, values: readonly string[]): string[] {
  const typed = text.trim().toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(typed));
  const rank = (value: string) => Number(!value.toLowerCase().startsWith(typed));
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_SUGGESTIONS);
}
