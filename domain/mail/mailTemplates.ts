import { frameHtml, type Paragraph } from "./mailFrame";

/**
 * A mail as plain text and as HTML. The outbox (convex/model/mail/mail.ts) decides when it is sent.
 */
export type MailMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** The deployment's name and address, from convex/config.ts. Every link begins with `baseUrl`. */
export type MailSender = { readonly companyName: string; readonly baseUrl: string };

/** `minutes`: the time for which the code is valid. */
type CodeMail = { readonly email: string; readonly code: string; readonly minutes: number };

/**
 * Sent at sign-up. The code proves that the mailbox is the person's; entering it also takes the
 * password chosen at sign-up.
 */
export function verificationMail(
  sender: MailSender,
  { email, code, minutes }: CodeMail,
): MailMessage {
  return composeMail(sender, `${code} is your code for SMS`, [
    "Welcome to the Sample Management System.",
    { label: "Your verification code", code },
    `Enter it together with your password within ${minutes} minutes.`,
    { label: "Enter it here", url: pageUrl(sender, "/auth/verify", { email, code }) },
    "If you did not sign up, ignore this mail: nobody gets in without the code.",
  ]);
}

export function passwordResetMail(
  sender: MailSender,
  { email, code, minutes }: CodeMail,
): MailMessage {
  return composeMail(sender, `${code} is your code for a new SMS password`, [
    "Somebody, probably you, asked for a new password.",
    { label: "Your code", code },
    `Enter it within ${minutes} minutes to choose a new password. You will be signed out everywhere, and your API tokens will be revoked.`,
    { label: "Enter it here", url: pageUrl(sender, "/auth/reset-password", { email, code }) },
    "If it was not you, ignore this mail: your password stays as it is.",
  ]);
}

/** Sent to somebody whom an admin invites. @param inviter their name; unknown for the terminal */
export function invitationMail(
  sender: MailSender,
  { token, inviter, days }: { token: string; inviter: string | undefined; days: number },
): MailMessage {
  return composeMail(sender, `You are invited to SMS, ${sender.companyName}`, [
    `${inviter ?? "An admin"} invites you to the Sample Management System.`,
    "Open the link, choose a password and say who you are: you are in at once.",
    { label: "Accept the invitation", url: pageUrl(sender, "/auth/invitation", { token }) },
    `The link is good for ${days} days, for you alone.`,
  ]);
}

/**
 * Sent to a person who chose a new password by mail.
 *
 * @param revoked names of the API tokens that ended with the former one
 */
export function passwordResetDoneMail(sender: MailSender, revoked: readonly string[]): MailMessage {
  return composeMail(sender, "You have a new SMS password", [
    "A new password was chosen with a code from your mail. All sessions from before have ended.",
    ...revokedTokens(revoked),
    "If it was not you, somebody reads your mail: tell an admin and whoever runs your mailbox.",
    { label: "Sign in", url: pageUrl(sender, "/auth/sign-in") },
  ]);
}

/** Names the tokens that ended, for whose programs the person must make others. */
function revokedTokens(names: readonly string[]): Paragraph[] {
  if (names.length === 0) return [];
  const made = "Make another token for each program that still needs one, in your profile.";
  return ["These API tokens were revoked:", { items: [...names] }, made];
}

/**
 * Sent to the owner of a password that was changed from one of their sessions.
 *
 * @param revoked names of the API tokens that were to end, too
 */
export function passwordChangedMail(sender: MailSender, revoked: readonly string[]): MailMessage {
  return composeMail(sender, "Your SMS password was changed", [
    "Your password was changed in your profile, and you were signed out everywhere else.",
    ...revokedTokens(revoked),
    "If it was not you, choose a new password at once, and tell an admin.",
    { label: "Choose a new password", url: pageUrl(sender, "/auth/reset-password") },
  ]);
}

/** Sent to the former and the present address of somebody whose e-mail an admin corrected. */
export function emailChangedMail(
  sender: MailSender,
  { from, to }: { from: string; to: string },
): MailMessage {
  return composeMail(sender, "Your e-mail in SMS was changed", [
    `An admin changed your e-mail in SMS from ${from} to ${to}.`,
    `From now on, sign in with ${to}. Your password stays, and so does everything you hold.`,
    { label: "Sign in", url: pageUrl(sender, "/auth/sign-in") },
    "If this is not right, tell an admin at once.",
  ]);
}

/**
 * Sent to the owner of an address that somebody tried to sign up again; the visitor learns nothing.
 */
export function alreadyRegisteredMail(sender: MailSender): MailMessage {
  return composeMail(sender, "You already have an SMS account", [
    "Somebody, probably you, tried to sign up for SMS with this address, which already has an account.",
    { label: "Sign in", url: pageUrl(sender, "/auth/sign-in") },
    { label: "Choose a new password", url: pageUrl(sender, "/auth/reset-password") },
    "If it was not you, there is nothing to do.",
  ]);
}

/** Sent to an address of an administrator's choice, to try the mail service. */
export function testMail(sender: MailSender): MailMessage {
  return composeMail(sender, `A test mail of SMS, ${sender.companyName}`, [
    "An administrator sent this mail to try the mail service. It arrived, so there is nothing to do.",
    { label: "Open SMS", url: pageUrl(sender, "/") },
  ]);
}

export function pageUrl(
  { baseUrl }: MailSender,
  path: string,
  search: Readonly<Record<string, string>> = {},
) {
  const query = new URLSearchParams(search).toString();
  return `${baseUrl}${path}${query && `?${query}`}`;
}

export function composeMail(
  sender: MailSender,
  subject: string,
  paragraphs: readonly Paragraph[],
): MailMessage {
  const signature = { label: `SMS, ${sender.companyName}`, url: sender.baseUrl };
  return {
    subject,
    text: [...paragraphs.map(paragraphText), `-- \n${signature.label}\n${signature.url}`].join(
      "\n\n",
    ),
    html: frameHtml({ subject, paragraphs, signature }),
  };
}

function paragraphText(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return paragraph;
  if ("items" in paragraph) return paragraph.items.map((item) => `- ${item}`).join("\n");
  return `${paragraph.label}: ${"code" in paragraph ? paragraph.code : paragraph.url}`;
}
