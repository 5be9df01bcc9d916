import { frameHtml, type Paragraph } from "./mailFrame";

/**
 * A mail as plain text and as HTML. The outbox (convex/model/mail/mail.ts) decides when it is sent.
 */
export type MailMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** The deployment's name and URL, from convex/config.ts. Every link begins with `baseUrl`. */
export type MailSender = { readonly companyName: string; readonly baseUrl: string };

/** `minutes`: how long the code is valid. */
type CodeMail = { readonly email: string; readonly code: string; readonly minutes: number };

/**
 * Sent at sign-up. Entering the code proves the mailbox; it must be entered with the password
 * chosen at sign-up.
 */
export function verificationMail(
  sender: MailSender,
  { email, code, minutes }: CodeMail,
): MailMessage {
  return composeMail(sender, `${code} is your code for SMS`, [
    "Welcome to the Sample Management System.",
    { label: "Your verification code", code },
    `Enter it with your password within ${minutes} minutes.`,
    { label: "Enter it here", url: pageUrl(sender, "/auth/verify", { email, code }) },
    "If you did not sign up, ignore this e-mail. No account is opened without the code.",
  ]);
}

export function passwordResetMail(
  sender: MailSender,
  { email, code, minutes }: CodeMail,
): MailMessage {
  return composeMail(sender, `${code} is your code for a new SMS password`, [
    "You, or someone who entered your address, asked for a new password.",
    { label: "Your code", code },
    `Enter it within ${minutes} minutes to choose a new password. You will be signed out everywhere, and your API tokens will be revoked.`,
    { label: "Enter it here", url: pageUrl(sender, "/auth/reset-password", { email, code }) },
    "If it was not you, ignore this e-mail. Your password stays the same.",
  ]);
}

/** Sent to a person whom an admin invites. @param inviter their name; undefined for the terminal */
export function invitationMail(
  sender: MailSender,
  { token, inviter, days }: { token: string; inviter: string | undefined; days: number },
): MailMessage {
  return composeMail(sender, `You are invited to SMS, ${sender.companyName}`, [
    `${inviter ?? "An admin"} invites you to the Sample Management System.`,
    "Open the link, choose a password and enter your details to get started.",
    { label: "Accept the invitation", url: pageUrl(sender, "/auth/invitation", { token }) },
    `The link is good for ${days} days, and only for you.`,
  ]);
}

/**
 * Sent to a person who reset their password by mail.
 *
 * @param revoked names of the API tokens that were revoked with the former password
 */
export function passwordResetDoneMail(sender: MailSender, revoked: readonly string[]): MailMessage {
  return composeMail(sender, "You have a new SMS password", [
    "A new password was set with a code from your e-mail. All earlier sessions have ended.",
    ...revokedTokens(revoked),
    "If it was not you, someone can read your e-mail. Tell an admin and your mail administrator.",
    { label: "Sign in", url: pageUrl(sender, "/auth/sign-in") },
  ]);
}

/** Lists revoked tokens, whose programs need new ones. */
function revokedTokens(names: readonly string[]): Paragraph[] {
  if (names.length === 0) return [];
  const made = "Create a new token in your profile for each program that still needs one.";
  return ["These API tokens were revoked:", { items: [...names] }, made];
}

/**
 * Sent to the owner of a password that was changed from one of their sessions.
 *
 * @param revoked names of the API tokens that the person chose to revoke as well
 */
export function passwordChangedMail(sender: MailSender, revoked: readonly string[]): MailMessage {
  return composeMail(sender, "Your SMS password was changed", [
    "Your password was changed in your profile, and you were signed out everywhere else.",
    ...revokedTokens(revoked),
    "If it was not you, choose a new password immediately and tell an admin.",
    { label: "Choose a new password", url: pageUrl(sender, "/auth/reset-password") },
  ]);
}

/** Sent to the former and the new address of a person whose e-mail an admin corrected. */
export function emailChangedMail(
  sender: MailSender,
  { from, to }: { from: string; to: string },
): MailMessage {
  return composeMail(sender, "Your e-mail in SMS was changed", [
    `An admin changed your e-mail in SMS from ${from} to ${to}.`,
    `From now on, sign in with ${to}. Your password and everything you hold stay the same.`,
    { label: "Sign in", url: pageUrl(sender, "/auth/sign-in") },
    "If this is not right, tell an admin immediately.",
  ]);
}

/** Sent to the owner of an address that is signed up again; the visitor learns nothing. */
export function alreadyRegisteredMail(sender: MailSender): MailMessage {
  return composeMail(sender, "You already have an SMS account", [
    "You, or someone who entered your address, tried to sign up for SMS. The address already has an account.",
    { label: "Sign in", url: pageUrl(sender, "/auth/sign-in") },
    { label: "Choose a new password", url: pageUrl(sender, "/auth/reset-password") },
    "If it was not you, you do not need to do anything.",
  ]);
}

/** Sent to an address chosen by an administrator, to test the mail service. */
export function testMail(sender: MailSender): MailMessage {
  return composeMail(sender, `A test e-mail from SMS, ${sender.companyName}`, [
    "An administrator sent this e-mail to test the mail service. You do not need to do anything.",
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
