import { ConvexError } from "convex/values";
import { plainName } from "#domain/common/plainText";
import { textRefusal } from "#domain/common/textRefusal";
import { appError } from "./errors";

/**
 * Validates the name that a user gives to one of their objects, and returns it in stored form.
 *
 * @param max characters
 * @throws FIELD_MISSING, FIELD_TOO_LONG, TEXT_UNREADABLE, naming the field `name`
 */
export function parseName(typed: string, max: number): string {
  const name = plainName(typed);
  const label = "Name";
  if (name === "") throw appError("FIELD_MISSING", { label }, "name");
  const refused = textRefusal(name, { label, max }, "name");
  if (refused !== null) throw new ConvexError({ ...refused });
  return name;
}
