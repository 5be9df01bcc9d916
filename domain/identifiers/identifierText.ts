/** Normalises the texts of identifiers for storage and comparison. */
import { asciiForms } from "../common/asciiForms";
import { latinLookAlikes } from "../common/lookAlikes";

const PLAIN = /^[\w.-]*$/;
/** Dashes of any width or length, including the minus sign. */
const DASHES = /[\p{Pd}\u2043\u2212]/gu;
/** Characters without a glyph: joiners, soft hyphens, direction marks, control characters. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu;

/**
 * Returns a text as identifiers are stored: ASCII digits, no full-width characters, plain hyphens,
 * single spaces, nothing invisible. Letters and their case stay as written.
 */
export function plainIdentifier(text: string): string {
  if (PLAIN.test(text)) return text;
  return asciiForms(text.normalize("NFC").replace(INVISIBLE, ""))
    .replace(DASHES, "-")
    .replace(/\s+/gu, " ")
    .trim();
}

/**
 * Folds the differences between spellings of one serial number: case, width, and letters of other
 * scripts that look the same.
 */
export function foldIdentifier(text: string): string {
  const capitals = text.toUpperCase();
  if (PLAIN.test(capitals)) return capitals;
  return latinLookAlikes(plainIdentifier(capitals.normalize("NFKC")).toUpperCase());
}
