import { FEW_RECOVERY_CODES, type SecondFactorEvent } from "../accounts/secondFactor";
import { composeMail, pageUrl, type MailMessage, type MailSender } from "./mailTemplates";

type MailedEvent = Exclude<SecondFactorEvent, "fewCodes" | "resetForOther">;

const NOT_YOU = "If it was not you, change your password, and tell an admin.";

const TEXTS: Readonly<Record<MailedEvent, { subject: string; lines: readonly string[] }>> = {
  turnedOn: {
    subject: "Your SMS account now has a second factor",
    lines: [
      "From now on, you also need a code from your authenticator app to sign in with your password. You were signed out everywhere else.",
      "Keep your recovery codes in a safe place. They let you sign in without your phone.",
      "If it was not you, tell an admin, who can reset it.",
    ],
  },
  turnedOff: {
    subject: "Your SMS account no longer has a second factor",
    lines: [
      "You turned off your second factor. You now sign in with your password alone.",
      NOT_YOU,
    ],
  },
  reset: {
    subject: "An admin reset your second factor in SMS",
    lines: [
      "Your authenticator app and your recovery codes no longer work for SMS, and you were signed out everywhere.",
      "If you did not ask for it, change your password, and tell another admin.",
    ],
  },
  codesReplaced: {
    subject: "You have new recovery codes for SMS",
    lines: ["New recovery codes were made, and the earlier ones no longer work.", NOT_YOU],
  },
  codeUsed: {
    subject: "You signed in to SMS with a recovery code",
    lines: ["A recovery code was used in place of your authenticator app.", NOT_YOU],
  },
  wrongCodes: {
    subject: "Wrong codes were entered for your SMS account",
    lines: [
      "Your password was entered, followed several times by a wrong code. Further attempts are delayed.",
      "If it was not you, someone else knows your password. Change it now and tell an admin.",
    ],
  },
};

/** Tells a person of a change of their second factor. @param codesLeft for "codeUsed" */
export function secondFactorMail(
  sender: MailSender,
  event: MailedEvent,
  codesLeft?: number,
): MailMessage {
  const { subject, lines } = TEXTS[event];
  const left = codesLeft === undefined ? [] : [codesLeftText(codesLeft)];
  const profile = { label: "Your profile", url: pageUrl(sender, "/pages/profile") };
  const [first = "", ...others] = lines;
  return composeMail(sender, subject, [first, ...left, ...others, profile]);
}

function codesLeftText(left: number): string {
  const count = `You have ${left} recovery ${left === 1 ? "code" : "codes"} left.`;
  return left <= FEW_RECOVERY_CODES ? `${count} Make new ones in your profile.` : count;
}

/** Tells an admin of the reset made from their account. */
export function secondFactorResetMail(
  sender: MailSender,
  { displayName, email }: { displayName: string; email: string },
): MailMessage {
  return composeMail(sender, `You reset the second factor of ${displayName}`, [
    `From your account, the second factor of ${displayName} (${email}) was reset. Their password alone signs them in, until they set up another one.`,
    "If it was not you, change your password, and tell another admin.",
    { label: "Audit log", url: pageUrl(sender, "/pages/audit") },
  ]);
}
