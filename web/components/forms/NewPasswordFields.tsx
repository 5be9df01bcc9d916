import { useFormContext } from "react-hook-form";
import { Field } from "@/components/forms/Field";
import { PasswordInput } from "@/components/forms/PasswordInput";

/** The values that the fields fill; the surrounding form includes them. */
type PasswordValues = { password: string; passwordConfirm: string };

type NewPasswordFieldsProps = { label?: string; repeatLabel?: string; autoFocus?: boolean };

/**
 * Two fields for a new password and its repetition. Must be inside react-hook-form's
 * `FormProvider`.
 */
export function NewPasswordFields({
  label = "New password",
  repeatLabel = "Repeat new password",
  autoFocus,
}: NewPasswordFieldsProps) {
  const { register, formState } = useFormContext<PasswordValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        label={label}
        help="At least 8 characters, with upper and lower case, a digit and one of @$!%*#?&"
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...register("password")}
            autoComplete="new-password"
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <Field label={repeatLabel} error={errors.passwordConfirm?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register("passwordConfirm")}
            autoComplete="new-password"
          />
        )}
      </Field>
    </>
  );
}
