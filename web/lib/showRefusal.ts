import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import type { Failure } from "./attempt";

/**
 * Shows why the server refused: at `field` when the refusal is about it, else above the form's
 * buttons.
 */
export function showRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  refused: Pick<Failure, "field" | "message">,
  field: FieldPath<Values>,
): void {
  const isAboutField = refused.field === field;
  const { message } = refused;
  form.setError(isAboutField ? field : "root", { message }, { shouldFocus: isAboutField });
}
