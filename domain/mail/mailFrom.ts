import { parseEmail } from "../common/email";

/** Sender of mails. `name` is empty if only an address is given. */
export type MailFrom = { readonly name: string; readonly address: string };

/** Parses `SMS <sms@example.com>` or `sms@example.com`. Null if it has no e-mail address. */
export function parseMailFrom(text: string): MailFrom | null {
  const [, name = "", bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = parseEmail(bracketed ?? text);
  if (address === null) return null;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}
