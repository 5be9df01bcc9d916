/**
 * Key of what somebody typed into the form of a new sample, kept in their tab through a reload. It
 * ends with the session.
 */
export const DRAFT_KEY = "sms.sampleDraft";

export function dropDraft(): void {
  sessionStorage.removeItem(DRAFT_KEY);
}
