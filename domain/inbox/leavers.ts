import { countedSamples } from "../custody/stepTexts";

/** A person whose account is locked, and what they left behind. */
export type Leaver = {
  readonly uid: string;
  readonly email: string;
  /** When the account was locked, epoch ms. */
  readonly since: number;
  /** Samples that the person answers for, those with a pending request among them. */
  readonly held: number;
  /** Samples of others that wait for the person's answer. */
  readonly awaited: number;
  /** More samples wait than were counted. */
  readonly isCut: boolean;
};

/** Days between two reminders of a person who left something behind. */
export const LEAVER_REMINDER_DAYS = 7;

/** "holds 12 samples; 3 samples wait for their answer" */
export function describeLeft({ held, awaited, isCut }: Leaver): string {
  const parts = [];
  if (held > 0) parts.push(`holds ${countedSamples(held)}`);
  if (awaited > 0) {
    const verb = awaited === 1 && !isCut ? "waits" : "wait";
    parts.push(`${countedSamples(awaited)}${isCut ? " and more" : ""} ${verb} for their answer`);
  }
  return parts.join("; ");
}
