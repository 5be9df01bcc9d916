import { refusalOf, type Refusal } from "./errors";
import { findUnreadable } from "./plainText";

/**
 * Returns why a text cannot be stored, or null: it is too long, or has an unreadable character.
 *
 * @param text from `plainText`
 * @param max characters
 * @param field field named in the refusal
 */
export function textRefusal(
  text: string,
  { label, max }: { readonly label: string; readonly max: number },
  field?: string,
): Refusal | null {
  if (text.length > max) return refusalOf("FIELD_TOO_LONG", { label, max }, field);
  const found = findUnreadable(text);
  return found === null ? null : refusalOf("TEXT_UNREADABLE", { label, ...found }, field);
}
