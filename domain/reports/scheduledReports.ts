/** Reports that are mailed to their owner periodically. */
import { countedSamples } from "../custody/stepTexts";
import { composeMail, pageUrl, type MailMessage, type MailSender } from "../mail/mailTemplates";
import type { ViewState } from "../samples/savedViews";

export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  daily: "Every day",
  weekly: "Every Monday",
  monthly: "On the first of the month",
};

/** Maximum number of scheduled reports per person. */
export const MAX_SCHEDULES = 20;
export const MAX_SCHEDULE_NAME = 60;

/** Maximum size of a mail attachment, bytes; mail services refuse much larger ones. */
const MAX_MEGABYTES = 5;
export const MAX_ATTACHMENT_BYTES = MAX_MEGABYTES * 1024 * 1024;

/** Hour of the day in UTC: start of the working day in Europe, night in the Americas. */
const SENT_AT_HOUR = 6;
const MONDAY = 1;

/**
 * Returns the first time after `now` at which a report is due: 06:00 UTC every day, every Monday or
 * on the first of every month. Both are epoch ms.
 */
export function nextDue(frequency: Frequency, now: number): number {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const on = (ofMonth: number, ofDay: number) => Date.UTC(year, ofMonth, ofDay, SENT_AT_HOUR);
  if (frequency === "monthly") return on(month, 1) > now ? on(month, 1) : on(month + 1, 1);
  const daysToMonday = (MONDAY - date.getUTCDay() + 7) % 7;
  const first = frequency === "daily" ? day : day + daysToMonday;
  const step = frequency === "daily" ? 1 : 7;
  return on(month, first) > now ? on(month, first) : on(month, first + step);
}

type ReportMail = {
  readonly name: string;
  readonly frequency: Frequency;
  /** Number of rows in the file; if the file was too large, the rows read until the limit. */
  readonly rows: number;
  /** The report's view state, for the link; the linked page applies the reader's access rights. */
  readonly state: ViewState;
  readonly isAttached: boolean;
};

export function reportMail(
  sender: MailSender,
  { name, frequency, rows, state, isAttached }: ReportMail,
): MailMessage {
  const exact = countedSamples(rows);
  const count = isAttached ? exact : `more than ${exact}`;
  return composeMail(sender, `Report “${name}”: ${count}`, [
    `Your report “${name}” has ${count}.`,
    isAttached
      ? "They are in the attached file."
      : `A file with them would exceed the ${MAX_MEGABYTES} MB limit of an e-mail. ` +
        "Open the report and export it there, or add filters.",
    {
      label: "Open the report, after signing in",
      url: pageUrl(sender, "/private/exportreportfs", state),
    },
    `You get it ${FREQUENCY_LABELS[frequency].toLowerCase()}. Pause or delete it here:`,
    { label: "Scheduled reports", url: pageUrl(sender, "/private/schedules") },
  ]);
}

/** Sent to the owner of a report that was paused because it could not be produced. */
export function reportFailedMail(
  sender: MailSender,
  { name, attempts }: { readonly name: string; readonly attempts: number },
): MailMessage {
  return composeMail(sender, `Report “${name}” could not be sent`, [
    `Your report “${name}” could not be created in ${attempts} attempts, and is paused.`,
    "Resume it to try again at its next time; if that fails, tell your administrator.",
    { label: "Scheduled reports", url: pageUrl(sender, "/private/schedules") },
  ]);
}
