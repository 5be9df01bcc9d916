import { Link } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import { FormCard } from "@/components/forms/FormCard";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/connection/attempt";
import { warnOfUnsupervised } from "@/lib/people/warnOfUnsupervised";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "#domain/common/errors";
import { MESSAGES } from "#domain/common/messages";
import { SETTINGS, changedSince, type Settings } from "#domain/people/settings";
import { SettingsFields } from "./SettingsFields";
import {
  pickSettings,
  settingsOf,
  settingsResolver,
  settingsValues,
  type Employee,
  type SettingsValues,
} from "./settingsValues";

type SettingsFormProps = {
  employee: Employee;
  /** True if the viewer is the employee: people may not change their own settings. */
  isOwn: boolean;
  onSaved: () => void;
};

/** 'SMS Setting': a person's thresholds, role, status and supervisor. */
export function SettingsForm({ employee, isOwn, onSaved }: SettingsFormProps) {
  const update = useMutation(api.users.update);
  const [isDone, setIsDone] = useState(false);
  const present = settingsOf(employee);
  const form = useForm<SettingsValues>({
    values: settingsValues(present),
    resetOptions: { keepDirtyValues: true },
    resolver: settingsResolver,
  });
  const { touched, seen, edits, keepMine, takeTheirs } = useOthersEdits(form, present);
  const { email, displayName } = employee;

  const submit = form.handleSubmit(async (values) => {
    const settings = asInput(pickSettings(values, touched));
    const outcome = await attempt(update({ email, settings, seen }));
    if (!outcome.ok) {
      const field = SETTINGS.find((name) => name === outcome.field);
      const message = `${MESSAGES.employeeUpdateFailed}${outcome.message}`;
      return form.setError(field ?? "root", { message }, { shouldFocus: field !== undefined });
    }
    setIsDone(true);
    toast.success(MESSAGES.employeeUpdated, { description: displayName });
    warnOfUnsupervised(displayName, outcome.value.unsupervised);
    onSaved();
  });
  return (
    <>
      <UnsavedGuard isDirty={form.formState.isDirty && !isDone} />
      <FormCard
        form={form}
        title="SMS Setting"
        onSubmit={submit}
        submitLabel="Update"
        secondaryAction={
          <Button asChild variant="outline">
            <Link to="/pages/employees">Cancel</Link>
          </Button>
        }
        submitDisabled={isOwn || isDone}
      >
        {isOwn && <Banner tone="info">{REFUSALS.OWN_ACCOUNT} Another admin can.</Banner>}
        {edits.length > 0 && !isDone && (
          <Banner tone="warning">
            <p>Changed by another admin: {edits.join("; ")}</p>
            <div className="mt-2 flex gap-2">
              <Button variant="outline" onClick={takeTheirs}>
                Take theirs
              </Button>
              <Button variant="outline" onClick={keepMine}>
                Keep mine
              </Button>
            </div>
          </Banner>
        )}
        <SettingsFields form={form} employee={employee} isDisabled={isOwn} />
      </FormCard>
    </>
  );
}

/** The role select offers only valid roles. */
function asInput(settings: Partial<SettingsValues>) {
  const { role, ...others } = settings;
  return { ...others, ...(role === undefined ? {} : { role: role as Employee["role"] }) };
}

/**
 * Tracks changes that other admins make to a person's settings while the form is open. Untouched
 * fields follow them (`values` of the form); for touched fields, the hook keeps the value that the
 * editor saw.
 *
 * @param present the settings as they are stored now
 */
function useOthersEdits(form: UseFormReturn<SettingsValues>, present: Settings) {
  const [seen, setSeen] = useState(present);
  const { dirtyFields } = form.formState;
  const touched = SETTINGS.filter((name) => dirtyFields[name]);
  const followed = SETTINGS.filter(
    (name) => !touched.includes(name) && seen[name] !== present[name],
  );
  if (followed.length > 0) setSeen({ ...seen, ...pickSettings(present, followed) });

  const conflicts = touched.filter((name) => seen[name] !== present[name]);
  return {
    /** The settings changed in the form, to be sent. */
    touched,
    seen: pickSettings(seen, touched),
    /** Texts of how other admins changed the touched settings: "Role is now Admin". */
    edits: changedSince(pickSettings(seen, conflicts), present),
    keepMine: () => setSeen(present),
    takeTheirs: () => {
      for (const name of conflicts) form.resetField(name);
    },
  };
}
