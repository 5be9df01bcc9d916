import { useState, type FormEvent } from "react";
import { loadOnce } from "@/lib/loadOnce";

/** Values of the form; `remember` is "Remember me next time". */
export type SignInFields = { email: string; password: string; remember: boolean };

/** Error message by field; `root` concerns the whole form. */
export type SignInErrors = { [Name in "email" | "password" | "root"]?: string };

/** Loads the validation rules after the page has opened, while people type. */
const loadRules = loadOnce(() => import("#domain/people/inputs"));

/** Validates the fields. Offline, the rules may not have loaded: then only the server validates. */
async function errorsOf(fields: SignInFields, companyDomain: string): Promise<SignInErrors> {
  const rules = await loadRules().catch(() => null);
  const parsed = rules?.signInInput(companyDomain).safeParse(fields);
  const errors: SignInErrors = {};
  for (const { path, message } of parsed?.error?.issues ?? []) {
    const name = path[0] === "password" ? "password" : "email";
    errors[name] ??= message;
  }
  return errors;
}

/**
 * State of the sign-in form. Hand-written, unlike the other forms: React Hook Form and zod would be
 * a fifth of the page's download.
 *
 * @param send signs in; resolves with the refusal's message, or null
 */
export function useSignInForm(
  companyDomain: string,
  startsRemembered: boolean,
  send: (fields: SignInFields) => Promise<string | null>,
) {
  const [fields, setFields] = useState({ email: "", password: "", remember: startsRemembered });
  const [errors, setErrors] = useState<SignInErrors>({});
  const [isSubmitting, setSubmitting] = useState(false);

  const change = (changed: Partial<SignInFields>) => {
    loadRules().catch(() => undefined);
    setFields((before) => ({ ...before, ...changed }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))),
    );
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    setSubmitting(true);
    const found = await errorsOf(fields, companyDomain);
    const [first] = Object.keys(found);
    if (first === undefined) {
      const refusal = await send({ ...fields, email: fields.email.trim() });
      setErrors(refusal === null ? {} : { root: refusal });
    } else {
      setErrors(found);
      (elements.namedItem(first) as HTMLInputElement | null)?.focus();
    }
    setSubmitting(false);
  };
  return { fields, change, errors, setErrors, isSubmitting, submit };
}
