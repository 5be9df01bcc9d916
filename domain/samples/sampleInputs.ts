/**
 * Schemas of a sample's forms, with the messages shown next to a field. They are kept apart from
 * the schemas of accounts and hand-overs, so that the pages before sign-in need not load the pick
 * lists.
 */
import { z } from "../common/zod";
import { COORDINATE_FIELDS, TEXT_FIELDS, type SampleInput, type StatedField } from "./fields";
import { CELLULAR_FIELDS, isWithoutImei } from "./noImei";
import {
  cleanSample,
  DEFAULT_CHOICES,
  sampleProblems,
  type Choices,
  type SampleSource,
} from "./sampleRules";
import { hasImei2 } from "../identifiers/slots";

/** A form's values by type alone, before any rule is checked. */
export const sampleShape = z.object({
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, z.string()])) as Record<
    (typeof TEXT_FIELDS)[number],
    z.ZodString
  >),
  ...(Object.fromEntries(
    COORDINATE_FIELDS.map((field) => [field, z.number().optional()]),
  ) as Record<(typeof COORDINATE_FIELDS)[number], z.ZodOptional<z.ZodNumber>>),
  // NaN represents a typed text that is not a date; sampleProblems reports it.
  receiveDate: z.number().or(z.nan()).optional(),
  noImei: z.boolean().optional(),
  city: z.string().optional(),
  samplmanag: z.string().optional(),
  lastmanag: z.string().optional(),
});

/** Reports one message per field: its first problem. */
function sampleForm(source: SampleSource, choices: Choices) {
  return sampleShape.superRefine((input, ctx) => {
    const seen = new Set<string>();
    for (const { field = "", message } of sampleProblems(
      cleanSample(input, choices),
      source,
      choices,
    )) {
      if (seen.has(field)) continue;
      seen.add(field);
      ctx.addIssue({ code: "custom", message, path: [field] });
    }
  });
}

/** True if an empty field prevents saving the New Sample form. */
export function hasEmptyField(input: SampleInput): boolean {
  const filled = cleanSample(input);
  return NEW_SAMPLE_FORM.some((field) => isToBeFilled(filled, field) && !filled[field]);
}

/** False if the device has no such field: IMEI 2 with a single slot, or a field about SIM cards. */
export function isToBeFilled(input: SampleInput, field: StatedField): boolean {
  if (CELLULAR_FIELDS.has(field) && isWithoutImei(input)) return false;
  return field !== "imei2" || hasImei2(input.slots);
}

/** The fields of the New Sample form. */
const NEW_SAMPLE_FORM = [
  "country",
  "brand",
  "devTypes",
  "simCard",
  "tNetworks",
  "slots",
  "os",
  "hwtype",
  "model",
  "serialNumber",
  "imei1",
  "imei2",
  "custsamplmanag",
  "phoneNumber",
  "location",
  "receiveDate",
  "lastmanag",
  "samplmanag",
  "comments",
] as const;

export const newSampleInput = (choices: Choices = DEFAULT_CHOICES) =>
  sampleForm("newSample", choices);
/** The New Sample form for an existing sample, whose place of delivery can no longer change. */
export const editSampleInput = (choices: Choices = DEFAULT_CHOICES) =>
  sampleForm("newSampleEdit", choices);
export const fullSampleInput = (choices: Choices = DEFAULT_CHOICES) =>
  sampleForm("fullSample", choices);
