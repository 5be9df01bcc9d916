/**
 * sessionStorage key of the draft in the form for a new sample, which survives a reload. Deleted
 * when the session ends.
 */
export const DRAFT_KEY = "sms.sampleDraft";

export function dropDraft(): void {
  sessionStorage.removeItem(DRAFT_KEY);
}
