import { asciiForms } from "./asciiForms";

/** International form, 7 to 15 digits (E.164), with the separators people type. */
const PHONE = /^\+?[0-9][0-9 ().-]{5,24}$/;

export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return PHONE.test(text.trim()) && digits >= 7 && digits <= 15;
}

/** Format of phone numbers while they are typed; `9` is a digit. */
const MASK = "+99 99 99999 9999";

/** Letters between digits, as before an extension: "+1 415 555 2671 ext. 12". */
const EXTENSION = /\d[^\d]*\p{L}[^\d]*\d/u;

/** Number of digits in the mask. */
const MASK_DIGITS = MASK.replace(/[^9]/g, "").length;

/**
 * Formats the digits of a text, in any script, as `+55 11 91234 5678`, as far as typed. A number
 * that does not fit keeps its form, so that no digit is lost or joins another number: one that is
 * longer, one with an extension, and `0049…`, whose zeros replace the `+`.
 */
export function maskPhone(typed: string): string {
  const text = asciiForms(typed);
  const digits = [...text.replace(/\D/g, "")];
  if (digits.length > MASK_DIGITS || EXTENSION.test(text)) return text;
  if (/^\D*0\D*0/.test(text)) return text.replace(/^[\s+]+/, "");
  let masked = "";
  for (const place of MASK) {
    if (digits.length === 0) break;
    masked += place === "9" ? digits.shift() : place;
  }
  return masked;
}
