import { useState } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { SETTING_LABELS } from "#domain/people/settings";
import type { Employee, SettingsValues } from "./settingsValues";
import { SupervisorDialog } from "./SupervisorDialog";
import { useSupervisorChoices } from "./useSupervisorChoices";

type SupervisorFieldProps = {
  form: UseFormReturn<SettingsValues>;
  employee: Employee;
  isDisabled: boolean;
};

/** The supervisor dropdown, and the button that opens the list of supervisors. */
export function SupervisorField({ form, employee, isDisabled }: SupervisorFieldProps) {
  const choices = useSupervisorChoices(employee);
  // Controlled: until the choices have loaded, a native select would show that none is chosen.
  const { field, fieldState } = useController({ control: form.control, name: "supervisor" });
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <Field
        className="sm:col-span-2"
        label={SETTING_LABELS.supervisor}
        help="The person’s samples move to the new supervisor’s team."
        error={fieldState.error?.message}
      >
        {(control) => (
          <div className="flex gap-2">
            <Select {...control} {...field} disabled={isDisabled || choices === undefined}>
              <option value="">Select a supervisor…</option>
              {choices?.map(({ email, label }) => (
                <option key={email} value={email}>
                  {label}
                </option>
              ))}
            </Select>
            <Button variant="outline" onClick={() => setIsEditing(true)}>
              Edit list
            </Button>
          </div>
        )}
      </Field>
      <SupervisorDialog isOpen={isEditing} onOpenChange={setIsEditing} />
    </>
  );
}
