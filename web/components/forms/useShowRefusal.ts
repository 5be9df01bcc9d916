import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { useIsMounted } from "@/hooks/useIsMounted";
import type { Failure } from "@/lib/connection/attempt";
import { toastRefusal } from "../sample/refusalText";

/**
 * Returns a function that shows the server's refusal of a form: at `field` if the refusal concerns
 * it, else above the form's buttons, or in a toast if the form was left while its request waited
 * for the network.
 */
export function useShowRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
) {
  const isMounted = useIsMounted();
  return (refused: Pick<Failure, "field" | "message">, field: FieldPath<Values> | "root"): void => {
    const { message } = refused;
    if (!isMounted()) return toastRefusal(message);
    const isAboutField = refused.field === field;
    form.setError(isAboutField ? field : "root", { message }, { shouldFocus: isAboutField });
  };
}
