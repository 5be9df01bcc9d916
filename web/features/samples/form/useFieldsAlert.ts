import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { SampleInput } from "#domain/samples/fields";
import { FIELDS_ALERT, TAKEN_ALERT } from "./validate";

/** Keeps the alert above the buttons true while people mend what it complains of. */
export function useFieldsAlert(form: UseFormReturn<SampleInput>): void {
  const { subscribe, trigger, clearErrors } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // The form checks only the field that changed, and the alert is about all of them.
        callback: ({ errors }) => {
          if (errors?.root?.type === FIELDS_ALERT) void trigger();
        },
      }),
    [subscribe, trigger],
  );
  const { root, ...atFields } = form.formState.errors;
  const isFree = root?.type === TAKEN_ALERT && Object.keys(atFields).length === 0;
  useEffect(() => {
    if (isFree) clearErrors("root");
  }, [isFree, clearErrors]);
}
