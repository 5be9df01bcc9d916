import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { SampleInput } from "#domain/samples/fields";
import { FIELDS_ALERT, TAKEN_ALERT } from "./validate";

/** Keeps the alert above the buttons accurate while people correct the fields it lists. */
export function useFieldsAlert(form: UseFormReturn<SampleInput>): void {
  const { subscribe, trigger, clearErrors } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // The form validates only the changed field, but the alert covers all of them.
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
