import { isImei } from "./imei";
import { plainText } from "./plainText";
import { serialNumberKey } from "./serialNumber";

/** Samples handed over in one go, and values looked up in one go. Source: issue 3. */
export const MAX_BASKET = 300;

/** Leaves room, within the length of a transaction id, for the place of a sample in its basket. */
export const MAX_BASKET_ID = 90;

/** What becomes of a sample of a basket. `left`: its turn had not come when the basket was stopped. */
export const BASKET_OUTCOMES = ["done", "refused", "left"] as const;
export type BasketOutcome = (typeof BASKET_OUTCOMES)[number];

/** How many samples came to which end. */
export function countOutcomes(
  results: readonly { readonly outcome: BasketOutcome }[],
): Record<BasketOutcome, number> {
  const counts = { done: 0, refused: 0, left: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/** What stands between two values for sure; a space may also group the digits of one. */
const SEPARATORS = /[\n\r\t,;]+/;

/**
 * The serial numbers and IMEIs in a text that was pasted, typed or scanned, in their order, each once:
 * `"R5CT01, R5CT02\n35 693803 564380 9"` is three. Line breaks, tabs, commas, semicolons and spaces
 * separate them; an IMEI may be grouped by spaces or hyphens.
 */
export function splitValues(text: string): string[] {
  const values = plainText(text)
    .split(SEPARATORS)
    .flatMap((part) => {
      const digits = part.replace(/[\s-]/g, "");
      return isImei(digits) ? [digits] : part.split(/\s+/);
    });
  return mergeValues([], values);
}

/** `values` with those of `more` that are not blank and not among them yet; the case of letters is no difference. */
export function mergeValues(values: readonly string[], more: readonly string[]): string[] {
  const known = new Map(values.map((value) => [serialNumberKey(value), value]));
  for (const value of more) {
    const key = serialNumberKey(value);
    if (key !== "" && !known.has(key)) known.set(key, value);
  }
  return [...known.values()];
}

export type BasketSample = { readonly _id: string; readonly serialNumber: string };

/**
 * What stands for a sample in a basket: its serial number, which says which one it was even to somebody who
 * may no longer see it. The id where the number reads like an IMEI, which another sample may have.
 */
export function basketValue({ _id, serialNumber }: BasketSample): string {
  return isImei(serialNumber.trim()) ? _id : serialNumber;
}
