import { z } from "zod";
import type { SampleInput } from "#domain/samples/fields";
import { sampleShape } from "#domain/samples/sampleInputs";
import { DRAFT_KEY } from "@/lib/sampleDraft";

const storedDraft = z.object({
  owner: z.string(),
  /** `performance.timeOrigin` of the page that wrote it. */
  page: z.number(),
  values: sampleShape,
});

type Draft = {
  readonly values: SampleInput;
  /** It was typed before the page was loaded. */
  readonly isFromBefore: boolean;
};

/**
 * Keeps what `owner` (an e-mail) typed into the form of a new sample. Both forms have one draft, so
 * that what was typed into the one is in the other.
 */
export function keepDraft(owner: string, { receiveDate, ...values }: SampleInput): void {
  // A typed text that is no day is not kept: JSON has no NaN.
  const day = Number.isNaN(receiveDate) ? {} : { receiveDate };
  const draft = { owner, page: performance.timeOrigin, values: { ...values, ...day } };
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or off: what is typed lasts until the page is closed.
  }
}

/** Returns the draft of `owner`; null when there is none, or the stored text is not one. */
export function readDraft(owner: string): Draft | null {
  try {
    const draft = storedDraft.parse(JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null"));
    const isFromBefore = draft.page !== performance.timeOrigin;
    return draft.owner === owner ? { values: draft.values, isFromBefore } : null;
  } catch {
    return null;
  }
}
