/** Maximum length of an address, in characters. */
export const MAX_EMAIL_LENGTH = 255;

// oxlint-disable-next-line no-control-regex -- all of ASCII, to keep out what only looks like it
const ASCII = /^[\x00-\x7f]*$/;
/** Unquoted local part of RFC 5321, lower case. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * Returns the canonical spelling of an address, by which accounts, samples and history refer to a
 * person: trimmed and lower case. Null for an invalid address.
 *
 * Non-ASCII text is refused before lower-casing, because some characters become ASCII letters by
 * it: the Kelvin sign (U+212A) becomes `k`, so two different mailboxes would be one account.
 */
export function parseEmail(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_EMAIL_LENGTH || !ASCII.test(trimmed)) return null;
  const email = trimmed.toLowerCase();
  const parts = email.split("@");
  const [localPart, host] = parts;
  if (parts.length !== 2 || localPart === undefined || host === undefined) return null;
  return LOCAL_PART.test(localPart) && HOST.test(host) ? email : null;
}

/**
 * Returns the domain of a company's e-mails in normal form: `example.com` for
 * ` @Example.COM.` too, and `xn--mller-kva.de` for `müller.de`. Null for anything else, such as a
 * whole e-mail.
 */
export function parseCompanyDomain(text: string): string | null {
  const name = text.trim().replace(/^@/, "").replace(/\.$/, "");
  // As a URL's host, a name is converted to the ASCII form that mail programs send.
  if (/[\s/:?#@\\]/.test(name) || !URL.canParse(`http://${name}`)) return null;
  const host = new URL(`http://${name}`).hostname;
  return HOST.test(host) && !/^[\d.]+$/.test(host) ? host : null;
}

/**
 * Like `parseEmail`, but null also if the host is not exactly `companyDomain`: subdomains are
 * refused too.
 */
export function normaliseEmail(text: string, companyDomain: string): string | null {
  const email = parseEmail(text);
  return email !== null && email.endsWith(`@${companyDomain.toLowerCase()}`) ? email : null;
}
