import { Link } from "@tanstack/react-router";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { Field } from "@/components/forms/Field";
import { FormSection } from "@/components/forms/FormSection";
import { Select } from "@/components/ui/select";
import { ROLE_LABELS } from "#domain/people/roles";
import { SETTING_LABELS, statusInWords } from "#domain/people/settings";
import { ROLES } from "#domain/custody/workflow";
import type { Employee, SettingsValues } from "./settingsValues";
import { SupervisorField } from "./SupervisorField";
import { ThresholdTable } from "./ThresholdTable";

type SettingsFieldsProps = {
  form: UseFormReturn<SettingsValues>;
  employee: Employee;
  isDisabled: boolean;
};

/** Fields of 'SMS Setting': role, status, supervisor, and a table of thresholds. */
export function SettingsFields({ form, employee, isDisabled }: SettingsFieldsProps) {
  const { errors } = form.formState;
  const [status] = useWatch({ control: form.control, name: ["disabled"] });
  const willLeave = status === "true" && !employee.disabled;
  return (
    <>
      <FormSection title="Role and status">
        <Field label={SETTING_LABELS.role} error={errors.role?.message}>
          {(control) => (
            <Select {...control} {...form.register("role")} disabled={isDisabled}>
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {ROLE_LABELS[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={SETTING_LABELS.disabled}
          help="Disabling signs the person out immediately."
          error={errors.disabled?.message}
          warning={willLeave && <LeavingNote employee={employee} />}
        >
          {(control) => (
            <Select {...control} {...form.register("disabled")} disabled={isDisabled}>
              <option value="false">{statusInWords(false)}</option>
              <option value="true">{statusInWords(true)}</option>
            </Select>
          )}
        </Field>
        <SupervisorField form={form} employee={employee} isDisabled={isDisabled} />
      </FormSection>
      <ThresholdTable form={form} isDisabled={isDisabled} />
    </>
  );
}

/**
 * Links to the screen on which a leaving person's samples are transferred, before or after the
 * account is disabled.
 */
function LeavingNote({ employee }: { employee: Employee }) {
  const { answersFor } = employee;
  return (
    <span>
      {answersFor === 0
        ? "They hold no samples. "
        : `They are responsible for ${answersFor} ${answersFor === 1 ? "sample" : "samples"}. `}
      <Link
        to="/pages/leaving/$id"
        params={{ id: employee._id }}
        className="font-medium underline underline-offset-2"
      >
        Hand over and disable
      </Link>
    </span>
  );
}
