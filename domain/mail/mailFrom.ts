import { parseEmail } from "../common/email";

/** The sender of mails. `name` is empty when only an address is given. */
export type MailFrom = { readonly name: string; readonly address: string };

/** Parses `SMS <sms@example.com>` or `sms@example.com`. Null when it has no e-mail address. */
export function parseMailFrom(text: string): MailFrom | null {
  const [, name = "", bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = parseEmail(bracketed ?? text);
  if (address === null) return null;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}
