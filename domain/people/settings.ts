/** A person's settings, which only admins change: the form "Edit Employee" and `sms settings`. */
import { parseEmail } from "../common/email";
import { refusalOf, type Refusal } from "../common/errors";
import { keysOf } from "../common/objects";
import { ROLE_LABELS } from "./roles";
import { THRESHOLDS, type Threshold } from "../custody/thresholds";
import type { Role } from "../custody/workflow";

/** Labels of the settings in the form and in refusals. */
export const SETTING_LABELS = {
  role: "Role",
  disabled: "User status",
  supervisor: "Supervisor",
  trInTransitDays: "Days in transit",
  trInTransitDaysRec: "Days between reminders (in transit)",
  trInReturnDays: "Days in return",
  trInReturnDaysRec: "Days between reminders (in return)",
  trOSRequestDays: "Days until a lost request is overdue",
  trOSRequestDaysRec: "Days between reminders (lost request)",
  trOwnerSamples: "Samples in responsibility",
  trOwnerSamplesRec: "Days between reminders (samples in responsibility)",
  samplmax: "Samples in use",
  samplmaxr: "Days between reminders (samples in use)",
} as const satisfies Record<string, string>;

export type Setting = keyof typeof SETTING_LABELS;
export const SETTINGS = keysOf(SETTING_LABELS);

/** The user status as shown in the form. */
export const statusInWords = (isDisabled: boolean) => (isDisabled ? "Disabled" : "Active");

/** Some of a person's settings. `supervisor`: an e-mail. */
export type Settings = {
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly supervisor?: string;
} & { readonly [Each in Threshold]?: number };

/**
 * Settings as submitted by forms, spreadsheets and terminals: numbers and the status may be text.
 */
export type SettingsInput = {
  readonly role?: Role;
  readonly disabled?: boolean | string;
  readonly supervisor?: string;
} & { readonly [Each in Threshold]?: number | string };

/** Returns the settings in `input`, or the refusal of the first invalid one. */
export function parseSettings(input: SettingsInput): Settings | Refusal {
  const { settings, refusals } = readSettings(input);
  return refusals[0] ?? settings;
}

/** Returns the valid settings of `input`, and a refusal for each invalid one. */
export function readSettings(input: SettingsInput): { settings: Settings; refusals: Refusal[] } {
  const { role, supervisor } = input;
  const settings: { -readonly [Each in keyof Settings]: Settings[Each] } = {};
  const refusals: Refusal[] = [];
  if (role !== undefined) settings.role = role;
  if (supervisor !== undefined) settings.supervisor = parseEmail(supervisor) ?? supervisor.trim();
  if (input.disabled !== undefined) {
    const disabled = parseBoolean(input.disabled);
    if (disabled === null) refusals.push(refusalOf("STATUS_TEXT", {}, "disabled"));
    else settings.disabled = disabled;
  }
  for (const threshold of THRESHOLDS) {
    const stated = input[threshold];
    if (stated === undefined) continue;
    const value = parseWholeNumber(stated);
    if (value === null) {
      const label = SETTING_LABELS[threshold];
      refusals.push(refusalOf("THRESHOLD_INVALID", { label }, threshold));
    } else settings[threshold] = value;
  }
  return { settings, refusals };
}

function parseBoolean(value: boolean | string): boolean | null {
  const text = String(value).trim().toLowerCase();
  return text === "true" || text === "false" ? text === "true" : null;
}

/** Maximum value of a threshold: a million days or samples is effectively unlimited. */
const MAX_THRESHOLD = 1_000_000;

function parseWholeNumber(value: number | string): number | null {
  const number = typeof value === "string" && !/^\s*\d+\s*$/.test(value) ? NaN : Number(value);
  return Number.isInteger(number) && number >= 0 && number <= MAX_THRESHOLD ? number : null;
}

/**
 * Lists the settings that have changed since an editor saw them, with their current values: "Role
 * is now Admin". Empty if `seen` is up to date; settings missing from `seen` are ignored.
 */
export function changedSince(seen: Settings, present: Settings): string[] {
  return keysOf(seen)
    .filter((field) => seen[field] !== present[field])
    .map(
      (field) =>
        `${SETTING_LABELS[field]} is now ${settingInWords(field, present[field] ?? "empty")}`,
    );
}

/** The display text of a setting's value: "Admin", "Disabled", "10". */
export function settingInWords(field: string, value: string | number | boolean): string {
  if (field === "disabled") return statusInWords(value === true);
  return field === "role" ? ROLE_LABELS[value as Role] : String(value);
}
