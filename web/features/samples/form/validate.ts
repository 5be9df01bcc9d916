import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import { REFUSALS, refusalOf } from "#domain/common/errors";
import { FIELD_LABELS, type SampleInput } from "#domain/samples/fields";
import {
  editSampleInput,
  fullSampleInput,
  hasEmptyField,
  newSampleInput,
} from "#domain/samples/sampleInputs";
import { cleanSample, fullFormAlert, type Choices } from "#domain/samples/sampleRules";
import { hasImei2 } from "#domain/identifiers/slots";

/** Types of an alert above the buttons: it sums up the form's own check, or what is taken. */
export const FIELDS_ALERT = "fields";
export const TAKEN_ALERT = "taken";

/**
 * Checks the New Sample form as the server does. Marks each empty field of `asked`, because the
 * form's alert ("Please provide value in each input field") names none.
 */
export function newSampleResolver(
  asked: readonly (keyof SampleInput)[],
  isNew: boolean,
  choices: Choices | undefined,
): Resolver<SampleInput> {
  const check = zodResolver(isNew ? newSampleInput(choices) : editSampleInput(choices));
  return async (values, context, options) => {
    const checked = await check(values, context, options);
    const empty = asked.filter((name) => isEmpty(values, name));
    if (empty.length === 0 && !(isNew && hasEmptyField(values))) return checked;
    const errors: FieldErrors<SampleInput> = { ...checked.errors };
    for (const name of empty) {
      errors[name] ??= {
        type: "required",
        message: refusalOf("FIELD_MISSING", { label: FIELD_LABELS[name] }).message,
      };
    }
    return { values: {}, errors: { ...errors, root: alertOf(REFUSALS.FIELDS_MISSING) } };
  };
}

/** Checks the full form as the server does, and adds the alert that stands above it. */
export function fullSampleResolver(choices: Choices | undefined): Resolver<SampleInput> {
  const check = zodResolver(fullSampleInput(choices));
  return async (values, context, options) => {
    const checked = await check(values, context, options);
    if (Object.keys(checked.errors).length === 0) return checked;
    const root = alertOf(fullFormAlert(cleanSample(values, choices)));
    return { values: {}, errors: { ...checked.errors, root } };
  };
}

const alertOf = (message: string) => ({ type: FIELDS_ALERT, message });

function isEmpty(values: SampleInput, name: keyof SampleInput): boolean {
  if (name === "imei2" && !hasImei2(values.slots)) return false;
  return String(values[name] ?? "").trim() === "";
}
