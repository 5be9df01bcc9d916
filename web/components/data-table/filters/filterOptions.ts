import { compareTexts } from "@/lib/textOrder";
import { fold } from "#domain/common/fold";
import { optionLabel } from "./describeFilter";

/**
 * One value of a select filter. `count`: rows that have it; null: none that is here has.
 * `label`: what people know it by, where that is something else.
 */
export type FilterOption = {
  readonly value: string;
  readonly count: number | null;
  readonly label?: string;
};

/**
 * The values that rows have, then those that exist whether or not a row with them is here: pick
 * lists, statuses, what is chosen now.
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
 * The options whose value or label contains what is typed (`wanted`: folded), and those that a
 * search `found` for it, which may bear no letter of it.
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
