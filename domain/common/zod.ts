/**
 * zod, with messages in our words: import `z` from here, never from "zod" (`npm run check` enforces
 * it). zod's own messages ("Too big: expected number to be <=200") are written for programmers, and
 * would otherwise reach people in a form and callers of the HTTP API. A schema's own message wins.
 */
import { z } from "zod";

z.config({ customError: faultInWords });

export { z };

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Words for what is wrong with a value; a form shows them next to its field. */
function faultInWords(issue: Issue): string {
  switch (issue.code) {
    case "too_big":
      return `at most ${counted(issue.maximum, issue.origin)}`;
    case "too_small":
      return `at least ${counted(issue.minimum, issue.origin)}`;
    case "invalid_value":
      return `one of ${issue.values.join(", ")}`;
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "unrecognized_keys":
      return "there is no such field";
    default:
      return "not valid";
  }
}

const UNITS: Readonly<Record<string, string>> = { string: "character", array: "value" };

function counted(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  if (unit === undefined) return String(limit);
  return `${limit} ${unit}${limit === 1 ? "" : "s"}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a single text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a JSON object",
};
