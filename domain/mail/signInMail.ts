import { composeMail, pageUrl, type MailMessage, type MailSender } from "./mailTemplates";

/** Sent to a person whose account has just been linked to the issuer. */
export function signInLinkedMail(
  sender: MailSender,
  { issuer, email }: { issuer: string; email: string | null },
): MailMessage {
  const { host } = new URL(issuer);
  return composeMail(sender, "You can sign in to SMS with your company account", [
    `Your SMS account is now linked to your sign-in at ${host}${email ? ` (${email})` : ""}.`,
    { label: "Sign in", url: pageUrl(sender, "/auth/sign-in") },
    "If it was not you who signed in there, tell an admin immediately.",
  ]);
}
