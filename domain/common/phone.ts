/** International form, 7 to 15 digits (E.164), with the separators people type. */
const PHONE = /^\+?[0-9][0-9 ().-]{5,24}$/;

export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return PHONE.test(text.trim()) && digits >= 7 && digits <= 15;
}

/** The form that phone numbers take while they are typed; `9` stands for a digit. */
const MASK = "+99 99 99999 9999";

/** Letters between digits, as before an extension: "+1 415 555 2671 ext. 12". */
const EXTENSION = /\d[^\d]*\p{L}[^\d]*\d/u;

/** Digits that the mask has places for. */
const MASK_DIGITS = MASK.replace(/[^9]/g, "").length;

/**
 * Formats the digits of a text as `+55 11 91234 5678`, as far as they go. A number that does not
 * fit keeps its own form, so that no digit is lost or joins another number: a longer one, one with
 * an extension, and `0049…`, whose zeros stand for the `+`.
 */
export function maskPhone(text: string): string {
  const digits = [...text.replace(/\D/g, "")];
  if (digits.length > MASK_DIGITS || EXTENSION.test(text)) return text;
  if (/^\s*\+?\s*00/.test(text)) return text.replace(/^[\s+]+/, "");
  let masked = "";
  for (const place of MASK) {
    if (digits.length === 0) break;
    masked += place === "9" ? digits.shift() : place;
  }
  return masked;
}
