import { isImei } from "../identifiers/imei";
import { plainText } from "../common/plainText";
import { imeiOf, isNamed, readIdentifiers, serialNumberKey } from "../identifiers/readIdentifiers";
import {
  editRefusal,
  refusal,
  STEPS,
  WORKFLOW,
  type Actor,
  type Custody,
  type CustodyRefusal,
} from "../custody/workflow";

/** Maximum number of samples per basket, and of values looked up per call. */
export const MAX_BASKET = 300;

/** Maximum number of consecutive baskets that one press of "Receive all" starts for each list. */
export const MAX_PARTS = 20;

/**
 * Maximum length of a basket's id, in characters. The transaction id of its last step must not
 * exceed the 100 characters of a transaction id.
 */
export const MAX_BASKET_ID = 90;

/**
 * Returns the transaction id of a basket's step on the sample at index `place`, for example
 * `b1:12`.
 */
export function basketTransactionId(basketId: string, place: number): string {
  return `${basketId}:${place}`;
}

/** Splits such a transaction id into basket and index; null for the id of any other step. */
export function parseBasketTransactionId(
  transactionId: string,
): { basketId: string; place: number } | null {
  const [, basketId, place] = /^(.+):(\d+)$/.exec(transactionId) ?? [];
  return basketId === undefined ? null : { basketId, place: Number(place) };
}

/**
 * Result of one sample of a basket. `left`: the basket was stopped before it reached the sample.
 */
export const BASKET_OUTCOMES = ["done", "refused", "left"] as const;
export type BasketOutcome = (typeof BASKET_OUTCOMES)[number];

/** What a basket does with its samples: a workflow step, or one edit of all of them. */
export const BASKET_STEPS = [...STEPS, "edit"] as const;
export type BasketStep = (typeof BASKET_STEPS)[number];

/**
 * True for the steps that a basket may take. A loss must be confirmed on the sample's own page,
 * where its account is shown.
 */
export function isBasketStep(step: BasketStep): boolean {
  return step !== "acknowledgeLost";
}

/** Returns why `actor` may not take this step on the sample now, or null when they may. */
export function basketRefusal(
  step: BasketStep,
  custody: Custody,
  actor: Actor,
): CustodyRefusal | null {
  return step === "edit" ? editRefusal(custody, actor) : refusal(step, custody, actor);
}

/** The name of a basket's step in refusals: "Transfer", "Edit". */
export function basketStepLabel(step: BasketStep): string {
  return step === "edit" ? "Edit" : WORKFLOW[step].label;
}

/** Counts the samples of each outcome. */
export function countOutcomes(
  results: readonly { readonly outcome: BasketOutcome }[],
): Record<BasketOutcome, number> {
  const counts = { done: 0, refused: 0, left: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/** Separates two values in any case; a space may also group the digits of one IMEI. */
const SEPARATORS = /[\n\r\t,;]+/;

/**
 * Returns the distinct serial numbers and IMEIs in a pasted or typed text, in order: `"R5CT01,
 * R5CT02\n35 693803 564380 9"` gives three values. Line breaks, tabs, commas, semicolons and spaces
 * separate values, but not within one identifier: an IMEI may be grouped, and either may have its
 * label in front.
 */
export function splitValues(text: string): string[] {
  const values = text.split(SEPARATORS).flatMap((part) => {
    const imei = imeiOf(part);
    if (imei !== null) return imei.value;
    const readings = readIdentifiers(part);
    const named = readings.filter(isNamed);
    if (named.length > 0) return named.map(({ value }) => value);
    const isOther = readings.some(({ kind }) => kind === "other");
    return isOther ? plainText(part) : plainText(part).split(/\s+/);
  });
  return mergeValues([], values);
}

/**
 * Returns `values` followed by the new, non-blank values of `more`. Values that differ only in case
 * are the same.
 */
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
 * Returns the text that identifies a sample in a basket: its serial number, which is still readable
 * for users who can no longer see the sample. A serial number of 15 digits could be another
 * sample's IMEI, so such a sample is identified by its id.
 */
export function basketValue({ _id, serialNumber }: BasketSample): string {
  return isImei(serialNumber.trim()) ? _id : serialNumber;
}
