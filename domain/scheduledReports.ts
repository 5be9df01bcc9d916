import { composeMail, pageUrl, type MailMessage, type MailSender } from "./mailTemplates";
import type { ViewState } from "./savedViews";

/** Reports that their owner gets by mail, again and again. */

export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  daily: "Every day",
  weekly: "Every Monday",
  monthly: "On the first of the month",
};

/** Most scheduled reports of one person. */
export const MAX_SCHEDULES = 20;
export const MAX_SCHEDULE_NAME = 60;

/** Largest file that a mail attaches, bytes: mail services refuse much larger ones. */
export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024;

/** Hour of the day in UTC: the start of a working day in Europe, night in the Americas. */
const SENT_AT_HOUR = 6;
const MONDAY = 1;

/**
 * Returns the first moment after `now` at which a report is due: 06:00 UTC of a day, of a Monday or
 * of the first of a month. Both are epoch ms.
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
  readonly rows: number;
  /** The report's address: its reader sees in it what they may see then. */
  readonly state: ViewState;
  readonly isAttached: boolean;
};

export function reportMail(
  sender: MailSender,
  { name, frequency, rows, state, isAttached }: ReportMail,
): MailMessage {
  const count = `${rows.toLocaleString("en-US")} ${rows === 1 ? "sample" : "samples"}`;
  return composeMail(sender, `Report “${name}”: ${count}`, [
    `Your report “${name}” has ${count}.`,
    isAttached
      ? "They are in the attached file."
      : "The file is too large for a mail; the report itself writes it.",
    {
      label: "Open the report, after signing in",
      url: pageUrl(sender, "/private/exportreportfs", state),
    },
    `You get it ${FREQUENCY_LABELS[frequency].toLowerCase()}. Pause or delete it here:`,
    { label: "Scheduled reports", url: pageUrl(sender, "/private/schedules") },
  ]);
}
