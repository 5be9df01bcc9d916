import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver, ResolverResult } from "react-hook-form";
import { REFUSALS, refusalOf } from "#domain/common/errors";
import { FIELD_LABELS, type SampleInput, type StatedField } from "#domain/samples/fields";
import {
  editSampleInput,
  fullSampleInput,
  hasEmptyField,
  isToBeFilled,
  newSampleInput,
} from "#domain/samples/sampleInputs";
import { cleanSample, fullFormAlert, type Choices } from "#domain/samples/sampleRules";

/**
 * Types of an alert above the buttons: it summarizes either the form's own validation, or the
 * identifiers that other samples have.
 */
export const FIELDS_ALERT = "fields";
export const TAKEN_ALERT = "taken";

/**
 * Validates the New Sample form as the server does. An empty field has its own type of error,
 * because the form's alert ("Please provide value in each input field") names no field.
 *
 * @param asked the fields that the person fills in, in the order of the form
 */
export function newSampleResolver(
  asked: readonly StatedField[],
  isNew: boolean,
  choices: Choices | undefined,
): Resolver<SampleInput> {
  const check = zodResolver(isNew ? newSampleInput(choices) : editSampleInput(choices));
  return async (values, context, options) => {
    const checked = await check(values, context, options);
    const empty = asked.filter((name) => isMissing(values, name));
    if (empty.length === 0 && !(isNew && hasEmptyField(values))) {
      return firstError(checked, asked, options.names);
    }
    const errors: FieldErrors<SampleInput> = { ...checked.errors };
    for (const name of empty) {
      errors[name] ??= {
        type: "required",
        message: refusalOf("FIELD_MISSING", { label: FIELD_LABELS[name] }).message,
      };
    }
    const root = alertOf(REFUSALS.FIELDS_MISSING);
    return firstError({ values: {}, errors: { ...errors, root } }, asked, options.names);
  };
}

/** Validates the full form as the server does, and adds the alert above the form. */
export function fullSampleResolver(
  asked: readonly StatedField[],
  choices: Choices | undefined,
): Resolver<SampleInput> {
  const check = zodResolver(fullSampleInput(choices));
  return async (values, context, options) => {
    const checked = await check(values, context, options);
    if (Object.keys(checked.errors).length === 0) return checked;
    const root = alertOf(fullFormAlert(cleanSample(values, choices)));
    const errors = { ...checked.errors, root };
    return firstError({ values: {}, errors }, asked, options.names);
  };
}

const alertOf = (message: string) => ({ type: FIELDS_ALERT, message });

/**
 * Keeps only the first error in the order of the form; the others show when it is corrected.
 *
 * @param names the fields that are being validated
 */
function firstError(
  result: ResolverResult<SampleInput>,
  asked: readonly StatedField[],
  names: readonly string[] = asked,
): ResolverResult<SampleInput> {
  const { root, ...errors } = result.errors as FieldErrors<SampleInput>;
  const first = asked.find((name) => names.includes(name) && errors[name]);
  if (first === undefined) return result;
  return { values: {}, errors: { ...(root && { root }), [first]: errors[first] } };
}

/** True for a required field that is still empty. */
export function isMissing(values: SampleInput, name: StatedField): boolean {
  return isToBeFilled(values, name) && String(values[name] ?? "").trim() === "";
}
