import { compareTexts } from "@/lib/textOrder";
import { fold } from "#domain/common/fold";
import { optionLabel } from "./describeFilter";

/**
 * One value of a select filter. `count`: number of rows with it; null: no loaded row has it.
 * `label`: display text, if it differs from the value.
 */
export type FilterOption = {
  readonly value: string;
  readonly count: number | null;
  readonly label?: string;
};

/**
 * The values that occur in rows, followed by known values that may not occur: pick lists, statuses,
 * selected values.
 */
export function withKnown(
  counted: readonly FilterOption[],
  known: readonly string[],
): readonly FilterOption[] {
  const there = new Set(counted.map(({ value }) => value));
  const others = [...new Set(known)].filter((value) => !there.has(value)).sort(compareTexts);
  return [...counted, ...others.map((value) => ({ value, count: null }))];
}

/**
 * The options whose value or label contains the typed text (`wanted`: folded), and the values
 * `found` by a search for it, which may not contain the text.
 */
export function matchingOptions(
  options: readonly FilterOption[],
  wanted: string,
  found: readonly { readonly value: string; readonly label: string }[],
): FilterOption[] {
  const labels = new Map(found.map(({ value, label }) => [value, label]));
  const matching = options
    .filter(({ value, label = "" }) => {
      return labels.has(value) || fold(`${label} ${optionLabel(value)}`).includes(wanted);
    })
    .map((option) => {
      const label = labels.get(option.value);
      return label === undefined ? option : { ...option, label };
    });
  const there = new Set(matching.map(({ value }) => value));
  const others = found.filter(({ value }) => !there.has(value));
  return [...matching, ...others.map((each) => ({ ...each, count: null }))];
}
