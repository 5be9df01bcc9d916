import { plainText } from "../../domain/plainText";
import { appError } from "./errors";

/**
 * Returns the name that somebody gives to a thing of theirs, as it is stored.
 *
 * @param max characters
 * @throws FIELD_MISSING, FIELD_TOO_LONG, naming the field `name`
 */
export function parseName(typed: string, max: number): string {
  const name = plainText(typed);
  const label = "Name";
  if (name === "") throw appError("FIELD_MISSING", { label }, "name");
  if (name.length > max) throw appError("FIELD_TOO_LONG", { label, max }, "name");
  return name;
}
