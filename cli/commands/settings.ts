import { Command } from "commander";
import { findChoice } from "#domain/common/choices";
import { MESSAGES } from "#domain/common/messages";
import { SETTING_LABELS, SETTINGS, type SettingsInput } from "#domain/people/settings";
import { ROLES } from "#domain/custody/workflow";
import {
  getPerson,
  noteUnsupervised,
  REASON,
  updateSettings,
  type ReasonOption,
} from "../administration";
import { CliError, EXIT } from "../errors";
import { examples } from "../options";
import { note, printJson, printTable } from "../output";

const get = new Command("get")
  .description("Shows a person's role, status, supervisor and thresholds")
  .argument("<email>", "whose settings")
  .option("--json", "print one JSON object")
  .addHelpText("after", examples("sms settings get ana@example.com"))
  .action(async (email: string, options: { json?: true }) => {
    const person = await getPerson(email);
    const rows = SETTINGS.map((setting) => ({ setting, value: person[setting] ?? "" }));
    if (options.json) {
      return printJson(Object.fromEntries(rows.map(({ setting, value }) => [setting, value])));
    }
    printTable(rows, [
      { title: "Setting", value: ({ setting }) => setting },
      { title: "Value", value: ({ value }) => String(value) },
      { title: "Meaning", rank: 1, value: ({ setting }) => SETTING_LABELS[setting] },
    ]);
  });

const set = new Command("set")
  .description("Changes some of a person's settings, all or none")
  .argument("<email>", "whose settings")
  .argument("<setting=value...>", `the changes; settings: ${SETTINGS.join(", ")}`)
  .option(...REASON)
  .addHelpText(
    "after",
    examples('sms settings set ana@example.com samplmax=20 --reason "runs the drop tests"'),
  )
  .action(async (email: string, changes: readonly string[], { reason }: ReasonOption) => {
    const { unsupervised } = await updateSettings(email, parseChanges(changes), reason);
    note(MESSAGES.employeeUpdated);
    noteUnsupervised(email, unsupervised);
  });

function parseChanges(changes: readonly string[]): SettingsInput {
  const pairs = changes.map((change) => {
    const at = change.indexOf("=");
    const name = findChoice(SETTINGS, change.slice(0, Math.max(at, 0)));
    if (name === undefined) {
      throw usage(`'${change}' does not change a setting. Settings: ${SETTINGS.join(", ")}.`);
    }
    const value = change.slice(at + 1);
    if (name !== "role") return [name, value];
    const role = findChoice(ROLES, value);
    if (role === undefined) throw usage(`'${value}' is not a role. Roles: ${ROLES.join(", ")}.`);
    return [name, role];
  });
  return Object.fromEntries(pairs) as SettingsInput;
}

const usage = (message: string) => new CliError(message, EXIT.usage);

export const settings = new Command("settings")
  .description("Shows and changes people's settings")
  .addHelpText("after", examples("sms settings get ana@example.com"))
  .addCommand(get)
  .addCommand(set);
