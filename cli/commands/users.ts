import { Argument, Command } from "commander";
import { api } from "../../convex/_generated/api";
import { ROLES, type Role } from "../../domain/workflow";
import { REASON, updateSettings, type Why } from "../administration";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { dateText, examples, wholeNumber } from "../options";
import { note, printJson, printTable } from "../output";
import { allRows, takeRows } from "../pages";

const setRole = new Command("set-role")
  .description("Makes somebody a user, a supervisor or an admin (also the first admin)")
  .argument("<email>", "whose role")
  .addArgument(new Argument("<role>", "the new role").choices(ROLES))
  .option(...REASON)
  .addHelpText("after", examples("sms users set-role helena@example.com admin"))
  .action(async (email: string, role: Role, { reason }: Why) => {
    const { unsupervised } = await updateSettings(email, { role }, reason);
    note(`${email} is now ${role}.`);
    noteUnsupervised(email, unsupervised);
  });

const setSupervisor = new Command("set-supervisor")
  .description("Gives somebody another supervisor; the samples they hold follow")
  .argument("<email>", "whose supervisor")
  .argument("<supervisor>", "e-mail of a supervisor or an admin")
  .option(...REASON)
  .addHelpText("after", examples("sms users set-supervisor ana@example.com ingrid@example.com"))
  .action(async (email: string, supervisor: string, { reason }: Why) => {
    await updateSettings(email, { supervisor }, reason);
    note(`${supervisor} now supervises ${email}.`);
  });

const disable = switchCommand("disable", true).description(
  "Locks somebody's account: they are signed out everywhere at once",
);
const enable = switchCommand("enable", false).description("Lets somebody sign in again");

function switchCommand(name: "disable" | "enable", disabled: boolean) {
  return new Command(name)
    .argument("<email>", "whose account")
    .option(...REASON)
    .addHelpText("after", examples(`sms users ${name} ana@example.com`))
    .action(async (email: string, { reason }: Why) => {
      const { unsupervised } = await updateSettings(email, { disabled }, reason);
      note(`${email} is now ${name}d.`);
      noteUnsupervised(email, unsupervised);
    });
}

/** Most commands that a warning lists. */
const MAX_COMMANDS = 20;

/**
 * Names the people who lost their supervisor by a change, with the command that gives each another.
 */
function noteUnsupervised(email: string, reports: readonly string[]): void {
  if (reports.length === 0) return;
  const people =
    reports.length === 1 ? "1 person still reports" : `${reports.length} people still report`;
  note(`${people} to ${email}, who supervises nobody any more. Give them another supervisor:`);
  for (const report of reports.slice(0, MAX_COMMANDS)) {
    note(`  sms users set-supervisor ${report} SUPERVISOR`);
  }
  const more = reports.length - MAX_COMMANDS;
  if (more > 0) note(`  … and ${more} more: "sms users list" shows everybody's supervisor.`);
}

const list = new Command("list")
  .description("Lists the users that your role shows")
  .option("--limit <n>", "at most so many", wholeNumber(1, 100_000), 100)
  .option("--json", "print one JSON object per user")
  .addHelpText(
    "after",
    examples("sms users list", "sms users list --limit 10000 --json > people.jsonl"),
  )
  .action(async (options: { limit: number; json?: true }) => {
    const client = signedInClient(await readConfig());
    const everyone = allRows((paginationOpts) => client.query(api.users.list, { paginationOpts }));
    const users = await takeRows(everyone, options.limit);
    if (options.json) return users.forEach(printJson);
    printTable(users, [
      { title: "E-mail", value: (user) => user.email },
      { title: "Name", value: (user) => user.displayName },
      { title: "Role", value: (user) => user.role },
      { title: "Supervisor", value: (user) => user.supervisor ?? "" },
      { title: "City", value: (user) => user.city },
      { title: "Country", value: (user) => user.country },
      { title: "Status", value: (user) => (user.disabled ? "disabled" : "") },
      { title: "Since", value: (user) => dateText(user._creationTime) },
    ]);
  });

export const users = new Command("users")
  .description("Lists people, and changes their role, supervisor or status")
  .addHelpText("after", examples("sms users list", "sms users set-role you@example.com admin"))
  .addCommand(list)
  .addCommand(setRole)
  .addCommand(setSupervisor)
  .addCommand(disable)
  .addCommand(enable);
