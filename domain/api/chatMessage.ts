/**
 * Messages to a channel of Slack or Teams, sent by its incoming webhook. Brands, models and serial
 * numbers are user input: each chat receives them as text that it does not interpret.
 */
import { deviceName } from "../samples/deviceName";
import { daysBetween } from "../common/durations";
import type { RequestStatus } from "../custody/overdue";
import { nameFromEmail } from "../people/people";
import { sampleAddress } from "../identifiers/sampleAddress";
import { countedSamples } from "../custody/stepTexts";
import type { HistoryAction } from "../custody/workflow";

export const CHATS = ["slack", "teams"] as const;
export type Chat = (typeof CHATS)[number];

/** A line of text, with a link at the name of the sample. */
export type ChatLine = readonly (string | { readonly label: string; readonly url: string })[];

type Device = {
  readonly brand: string;
  readonly model: string;
  readonly serialNumber: string;
};

function deviceLink(origin: string, sampleId: string, device: Device) {
  const label = `${deviceName(device)}, ${device.serialNumber}`;
  return { label, url: sampleAddress(origin, sampleId) };
}

/** `Transfer: Samsung Galaxy A54, RF8M…, by Ana Lima, to Bruno Costa` */
export function stepLine(
  origin: string,
  record: Device & {
    readonly sampleId: string;
    readonly action: HistoryAction;
    readonly email: string;
    readonly recipient?: string;
  },
): ChatLine {
  const { action, email, recipient } = record;
  const to = recipient === undefined ? "" : `, to ${nameFromEmail(recipient)}`;
  const device = deviceLink(origin, record.sampleId, record);
  return [`${action}: `, device, `, by ${nameFromEmail(email)}${to}`];
}

/** A request that its recipient has not answered in time. */
export type LateRequest = Device & {
  readonly sampleId: string;
  readonly status: RequestStatus;
  readonly holder: string;
  readonly recipient: string;
  /** Epoch ms. */
  readonly since: number;
};

const LATE_WORDS: Readonly<Record<RequestStatus, string>> = {
  "In Transit": "not received",
  "In Return": "return not confirmed",
  "Request Lost": "loss not confirmed",
};

/** Maximum number of requests that a digest lists. */
const MAX_LISTED = 10;

/**
 * Returns the digest of a channel: the number of late requests in the whole lab, and the oldest
 * ones. Null if there are none.
 *
 * @param late oldest first
 * @param isMore true if more requests than these may be late
 */
export function chatDigest(
  origin: string,
  { late, isMore, now }: { late: readonly LateRequest[]; isMore: boolean; now: number },
): ChatLine[] | null {
  if (late.length === 0) return null;
  const count = `${isMore ? "At least " : ""}${countedSamples(late.length)}`;
  const verb = late.length === 1 ? "waits" : "wait";
  const lines = late.slice(0, MAX_LISTED).map((request): ChatLine => {
    const { status, holder, recipient, since } = request;
    const days = daysBetween(since, now);
    const from = nameFromEmail(holder);
    return [
      deviceLink(origin, request.sampleId, request),
      `: ${LATE_WORDS[status]} by ${nameFromEmail(recipient)}, from ${from}, ${days === 1 ? "1 day" : `${days} days`}`,
    ];
  });
  const others = late.length - lines.length;
  return [
    [`${count} ${verb} for an answer for longer than they should.`],
    ...lines,
    ...(others > 0 ? [[`and ${others} more`]] : []),
  ];
}

/** Returns the line of a test message. */
export function testLine(origin: string): ChatLine {
  return ["A test of ", { label: "SMS", url: origin }, ": messages arrive here."];
}

/** Returns the body of one message, in the format of the chat's incoming webhook. */
export function chatBody(chat: Chat, lines: readonly ChatLine[]): string {
  return JSON.stringify(chat === "slack" ? slackMessage(lines) : teamsMessage(lines));
}

/** Slack message: in its text only `&`, `<` and `>` have a special meaning. */
function slackMessage(lines: readonly ChatLine[]) {
  const escape = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const written = lines.map((line) =>
    line
      .map((part) =>
        typeof part === "string"
          ? escape(part)
          : `<${part.url}|${escape(part.label).replaceAll("|", "¦")}>`,
      )
      .join(""),
  );
  return { text: written.join("\n"), unfurl_links: false };
}

/** Teams: an Adaptive Card of text runs, which are not read as Markdown. */
function teamsMessage(lines: readonly ChatLine[]) {
  const body = lines.map((line) => ({
    type: "RichTextBlock",
    inlines: line.map((part) =>
      typeof part === "string"
        ? { type: "TextRun", text: part }
        : {
            type: "TextRun",
            text: part.label,
            selectAction: { type: "Action.OpenUrl", url: part.url },
          },
    ),
  }));
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body,
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content }],
  };
}
