/** JSON bodies of the HTTP API's changes. Names are those of the rows that the API returns. */
import { z } from "../common/zod";
import { DETAIL_TEXTS } from "../custody/requestDetails";
import { STEPS } from "../custody/workflow";
import { COORDINATE_FIELDS, FIELD_LABELS, TEXT_FIELDS } from "../samples/fields";

/** Longer than any text that the server accepts, which names the field and its own limit. */
const MAX_TEXT_CHARACTERS = 10_000;
const text = z.string().max(MAX_TEXT_CHARACTERS);

const DATE_FORMS = "must be a date such as 2026-11-28, or 2026-11-28T09:30:00Z";

const details = Object.fromEntries(
  Object.entries(DETAIL_TEXTS).map(([name, { label }]) => [name, text.optional().describe(label)]),
) as Record<keyof typeof DETAIL_TEXTS, z.ZodOptional<z.ZodString>>;

export const stepBody = z.strictObject({
  step: z.enum(STEPS).describe("The step; the sample's status must allow it"),
  recipient: text.optional().describe("E-mail of the recipient or approver, for a request"),
  reason: text.optional().describe("For a decline, a cancellation or a reopening"),
  ...details,
});

/** @param fields names, each with its label as the description */
function optional<Name extends keyof typeof FIELD_LABELS, Schema extends z.ZodType>(
  fields: readonly Name[],
  schema: Schema,
) {
  return Object.fromEntries(
    fields.map((field) => [field, schema.optional().describe(FIELD_LABELS[field])]),
  ) as Record<Name, z.ZodOptional<Schema>>;
}

const stated = {
  ...optional(TEXT_FIELDS, text),
  ...optional(COORDINATE_FIELDS, z.number()),
  receiveDate: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], DATE_FORMS)
    .optional()
    .describe("Received Date: 2026-11-28, or with a time"),
  noImei: z.boolean().optional().describe("True for a device without an IMEI"),
  city: text.optional().describe(FIELD_LABELS.city),
};

export const registrationBody = z.strictObject({
  ...stated,
  samplmanag: text.optional().describe("E-mail of the holder; default: the token's owner"),
  lastmanag: text.optional().describe("E-mail of the previous holder, or a name"),
});

export const editBody = z.strictObject(stated);
