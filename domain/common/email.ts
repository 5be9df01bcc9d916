/** Maximum length of an address, in characters. */
export const MAX_EMAIL_LENGTH = 255;

// oxlint-disable-next-line no-control-regex -- all of ASCII, to keep out what only looks like it
const ASCII = /^[\x00-\x7f]*$/;
/** Unquoted local part of RFC 5321, lower case. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * Returns the canonical spelling of an address, by which accounts, samples and history refer to a
 * person: trimmed, lower case, and the host as mail programs send it: `ana@xn--mller-kva.de` for
 * `ana@müller.de`. Null for an invalid address.
 *
 * A non-ASCII local part is refused before lower-casing, because some characters become ASCII
 * letters by it: the Kelvin sign (U+212A) becomes `k`, so two different mailboxes would be one
 * account. A host has no such twins: the name system itself maps them to one name.
 */
export function parseEmail(text: string): string | null {
  const parts = text.trim().split("@");
  const [localPart, name] = parts;
  if (parts.length !== 2 || localPart === undefined || name === undefined) return null;
  if (text.trim().length > MAX_EMAIL_LENGTH || !ASCII.test(localPart)) return null;
  const host = ASCII.test(name) ? name.toLowerCase() : asciiHost(name);
  const email = `${localPart.toLowerCase()}@${host}`;
  if (host === null || email.length > MAX_EMAIL_LENGTH) return null;
  return LOCAL_PART.test(localPart.toLowerCase()) && HOST.test(host) ? email : null;
}

/**
 * Converts a host name to the ASCII form (IDNA) that mail programs send; null for other text, such
 * as a name with a port.
 */
function asciiHost(name: string): string | null {
  if (/[\s/:?#@\\]/.test(name)) return null;
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return null;
  }
}

/**
 * Returns the domain of a company's e-mails in normal form: `example.com` for
 * ` @Example.COM.` too, and `xn--mller-kva.de` for `müller.de`. Null for anything else, such as a
 * whole e-mail.
 */
export function parseCompanyDomain(text: string): string | null {
  const host = asciiHost(text.trim().replace(/^@/, "").replace(/\.$/, ""));
  return host !== null && HOST.test(host) && !/^[\d.]+$/.test(host) ? host : null;
}

/**
 * Like `parseEmail`, but null also if the host is not exactly `companyDomain`: subdomains are
 * refused too.
 */
export function normaliseEmail(text: string, companyDomain: string): string | null {
  const email = parseEmail(text);
  return email !== null && email.endsWith(`@${companyDomain.toLowerCase()}`) ? email : null;
}
