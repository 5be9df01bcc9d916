import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { changedSince, SETTINGS, type Settings } from "#domain/people/settings";
import { pickSettings, type SettingsValues } from "./settingsValues";

/**
 * Tracks changes that other admins make to a person's settings while the form is open. Untouched
 * fields follow them (`values` of the form); for touched fields, the hook keeps the value that the
 * editor saw.
 *
 * @param present the settings as they are stored now
 */
export function useOthersEdits(form: UseFormReturn<SettingsValues>, present: Settings) {
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
