import type { FunctionReturnType } from "convex/server";
import type { FieldErrors, Resolver } from "react-hook-form";
import type { api } from "../../../convex/_generated/api";
import { parseSettings, SETTINGS, type Setting, type Settings } from "#domain/people/settings";
import { THRESHOLDS } from "#domain/custody/thresholds";

/** A person with their counts, as `users:get` returns it. */
export type Employee = NonNullable<FunctionReturnType<typeof api.users.get>>;

/** Form values: each setting as text. */
export type SettingsValues = Record<Setting, string>;

/** Reads the settings from a person's record. */
export function settingsOf(employee: Employee): Settings {
  const { role, disabled, supervisor } = employee;
  const thresholds = THRESHOLDS.map((name) => [name, employee[name]] as const);
  return {
    role,
    disabled,
    ...(supervisor === undefined ? {} : { supervisor }),
    ...Object.fromEntries(thresholds),
  };
}

export function settingsValues(settings: Settings): SettingsValues {
  const texts = SETTINGS.map((name) => [name, String(settings[name] ?? "")] as const);
  return Object.fromEntries(texts) as SettingsValues;
}

/** Picks the named settings, leaving out those that are not set. */
export function pickSettings<From extends Settings | SettingsValues>(
  from: From,
  names: readonly Setting[],
): Partial<From> {
  const chosen = Object.entries(from).filter(([name]) => names.includes(name as Setting));
  return Object.fromEntries(chosen) as Partial<From>;
}

/** Validates each field as the server does (domain/people/settings.ts). */
export const settingsResolver: Resolver<SettingsValues> = (values) => {
  const errors: FieldErrors<SettingsValues> = {};
  for (const name of SETTINGS) {
    if (name === "role") continue; // a select with valid values only
    const judged = parseSettings({ [name]: values[name] });
    if ("code" in judged) errors[name] = { type: "invalid", message: judged.message };
  }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};
