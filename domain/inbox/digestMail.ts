import { formatCount } from "../common/formatCount";
import { formatDate } from "../common/dates";
import { deviceName } from "../samples/deviceName";
import { daysBetween } from "../common/durations";
import { countedFor, type Limit } from "../custody/limits";
import type { Paragraph } from "../mail/mailFrame";
import { composeMail, pageUrl, type MailMessage, type MailSender } from "../mail/mailTemplates";
import { describeLeft, type Leaver } from "./leavers";
import type { Notice } from "./notices";
import type { RequestStatus } from "../custody/overdue";
import { countedSamples } from "../custody/stepTexts";

/** An overdue request pending with the mail's reader. */
export type DigestLine = {
  readonly status: RequestStatus;
  /** Epoch ms. */
  readonly since: number;
  /** E-mail of the person who waits for the answer. */
  readonly from: string;
  readonly brand: string;
  readonly model: string;
  readonly serialNumber: string;
};

/** A limit that the reader exceeds. */
type PassedLimit = { readonly limit: Limit; readonly count: number; readonly max: number };

type Digest = {
  readonly overdue: readonly DigestLine[];
  readonly limits: readonly PassedLimit[];
  readonly leavers: readonly Leaver[];
  readonly notifications: readonly { readonly actor?: string; readonly notice: Notice }[];
  /** Epoch ms. */
  readonly now: number;
  readonly nameOf: (email: string) => string;
};

/** Maximum number of lines per list; the inbox shows all. */
const MAX_LISTED = 50;

const REQUEST_WORDS: Readonly<Record<RequestStatus, string>> = {
  "In Transit": "sent by",
  "In Return": "returned by",
  "Request Lost": "reported lost by",
};

/** Writes the daily digest: overdue requests, nudges, exceeded limits, people who left, failed
 * backups. */
export function digestMail(sender: MailSender, digest: Digest): MailMessage {
  const { overdue, limits, leavers, notifications, now, nameOf } = digest;
  const nudges = notifications.flatMap(({ actor = "", notice }) =>
    notice.kind === "nudge" ? [`${sampleText(notice)}: ${nameOf(actor)} asks for your answer`] : [],
  );
  const forOthers = notifications.flatMap(({ notice }) =>
    notice.kind === "overdue"
      ? [`${sampleText(notice)}: for ${nameOf(notice.person)}, ${agoText(notice.since, now)}`]
      : [],
  );
  const server = notifications.flatMap(({ notice }) =>
    notice.kind === "backupFailed" ? [notice.error] : [],
  );
  const team = notifications.flatMap(({ notice }) => teamLine(notice, now, nameOf));
  const waiting = overdue.map(
    (line) =>
      `${sampleText(line)}: ${REQUEST_WORDS[line.status]} ${nameOf(line.from)}, ${agoText(line.since, now)}`,
  );
  return composeMail(sender, subjectOf(digest, forOthers.length, nudges.length), [
    ...section("These have waited too long for your answer:", waiting),
    ...section("You are standing in for people whose answer is overdue:", forOthers),
    ...section("You are asked to answer:", nudges),
    ...limits.map(
      ({ limit, count, max }) =>
        `You have ${countedFor(limit, count)}; your limit is ${formatCount(max)}.`,
    ),
    ...section("In your team:", team),
    ...section(
      "These people have left. An admin needs to hand over what they hold:",
      leavers.map((leaver) => `${nameOf(leaver.email)} ${describeLeft(leaver)}`),
    ),
    ...section("The server has no new backup:", server),
    { label: "Open your inbox", url: pageUrl(sender, "/pages/inbox") },
    "You get at most one of these e-mails a day. You can turn them off in your inbox.",
  ]);
}

function subjectOf(
  { overdue, limits, notifications }: Digest,
  forOthers: number,
  nudges: number,
): string {
  // Almost every nudge is about a sample that `overdue` or `forOthers` already counts.
  const waiting = Math.max(overdue.length + forOthers, nudges);
  if (waiting > 0) {
    return `${countedSamples(waiting)} ${waiting === 1 ? "waits" : "wait"} for your answer`;
  }
  if (limits.length > 0) return "You hold more samples than your limit";
  if (notifications.some(({ notice }) => notice.kind === "backupFailed")) {
    return "The nightly backup failed";
  }
  if (notifications.length === 0) return "Samples of people who left";
  return notifications.length === 1
    ? "Something in your team is late"
    : "What is late in your team";
}

function section(heading: string, lines: readonly string[]): Paragraph[] {
  if (lines.length === 0) return [];
  const items = lines.slice(0, MAX_LISTED);
  const others = lines.length - items.length;
  return [heading, { items: others > 0 ? [...items, `and ${others} more`] : items }];
}

function teamLine(notice: Notice, now: number, nameOf: (email: string) => string): string[] {
  if (notice.kind === "unanswered") {
    const { person, since } = notice;
    return [`${sampleText(notice)}: ${nameOf(person)} has not answered, ${agoText(since, now)}`];
  }
  if (notice.kind === "overLimit") {
    const { person, limit, count, max } = notice;
    const figures = `${countedFor(limit, count)}; the limit is ${formatCount(max)}`;
    return [`${nameOf(person)} has ${figures}`];
  }
  return [];
}

function sampleText(sample: { brand: string; model: string; serialNumber: string }): string {
  return `${deviceName(sample)}, ${sample.serialNumber}`;
}

/** "5 days, since Nov 17, 2026" */
function agoText(since: number, now: number): string {
  const days = daysBetween(since, now);
  return `${days === 1 ? "1 day" : `${days} days`}, since ${formatDate(since, "UTC")}`;
}
