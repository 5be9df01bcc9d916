import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { useIsMounted } from "@/hooks/useIsMounted";
import type { Failure } from "@/lib/connection/attempt";
import { toastRefusal } from "../sample/toastRefusal";

/**
 * Returns the function that shows why the server refused what `form` sent: at `field` when the
 * refusal is about it, else above the form's buttons. A form that was left, while what it sent
 * waited for the network, has it in a toast.
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
