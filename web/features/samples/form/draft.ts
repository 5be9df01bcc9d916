import { z } from "#domain/common/zod";
import type { SampleInput } from "#domain/samples/fields";
import { sampleShape } from "#domain/samples/sampleInputs";
import { DRAFT_KEY } from "@/lib/sampleDraft";

const storedDraft = z.object({
  owner: z.string(),
  /** `performance.timeOrigin` of the page that wrote the draft. */
  page: z.number(),
  values: sampleShape,
});

type Draft = {
  readonly values: SampleInput;
  /** True if it was typed before this page was loaded. */
  readonly isFromBefore: boolean;
};

/**
 * Stores what `owner` (an e-mail) typed into the form for a new sample. Both forms share one draft,
 * so switching between them keeps the values.
 */
export function keepDraft(owner: string, { receiveDate, ...values }: SampleInput): void {
  // A date that does not parse is not stored: JSON has no NaN.
  const day = Number.isNaN(receiveDate) ? {} : { receiveDate };
  const draft = { owner, page: performance.timeOrigin, values: { ...values, ...day } };
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or disabled: the draft lasts until the page is closed.
  }
}

/** Returns the draft of `owner`; null when there is none or the stored text is invalid. */
export function readDraft(owner: string): Draft | null {
  try {
    const draft = storedDraft.parse(JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null"));
    const isFromBefore = draft.page !== performance.timeOrigin;
    return draft.owner === owner ? { values: draft.values, isFromBefore } : null;
  } catch {
    return null;
  }
}
