import { useState } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { useQuery } from "convex/react";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { SETTING_LABELS } from "#domain/people/settings";
import type { Employee, SettingsValues } from "./settingsValues";
import { SupervisorDialog } from "./SupervisorDialog";
import { api } from "../../../convex/_generated/api";

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

type SupervisorChoice = { readonly email: string; readonly label: string };

/**
 * People who may become `employee`'s supervisor: those on either list who may supervise; for
 * admins, also themselves; and the current supervisor, who may since have lost the right. Undefined
 * while the lists load.
 */
function useSupervisorChoices(employee: Employee): SupervisorChoice[] | undefined {
  const supervisors = useQuery(api.supervisors.list, {});
  const admins = useQuery(api.admins.list, {});
  if (supervisors === undefined || admins === undefined) return undefined;
  const names = new Map<string, string>();
  for (const { email, displayName, maySupervise } of [...supervisors, ...admins]) {
    const isSelf = email === employee.email;
    if (maySupervise && (!isSelf || employee.role === "admin")) {
      names.set(email, displayName ?? email);
    }
  }
  const present = employee.supervisor;
  if (present !== undefined && !names.has(present)) names.set(present, present);
  const all = [...names.values()];
  const isUnique = (name: string) => all.indexOf(name) === all.lastIndexOf(name);
  return [...names]
    .map(([email, name]) => ({ email, label: isUnique(name) ? name : `${name} (${email})` }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
}
