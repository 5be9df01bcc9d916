import { Argument, Command } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { ROLES, type Role } from "../../domain/workflow";
import { adminClient, asTerminal } from "../admin";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { dateText, wholeNumber } from "../options";
import { note, printJson, printTable } from "../output";
import { allRows, take } from "../pages";

const setRole = new Command("set-role")
  .description("Makes somebody a user, a supervisor or an admin (also the first admin)")
  .argument("<email>", "whose role")
  .addArgument(new Argument("<role>", "the new role").choices(ROLES))
  .action(async (email: string, role: Role) => {
    const { client, by } = await adminClient(await readConfig());
    const { setRole } = api.users;
    const change = by === "person" ? setRole : asTerminal(internal.users.setRoleFromTerminal);
    await client.mutation(change, { email, role });
    note(`${email} is now ${role}.`);
  });

const setSupervisor = new Command("set-supervisor")
  .description("Gives somebody another supervisor; the samples they hold follow")
  .argument("<email>", "whose supervisor")
  .argument("<supervisor>", "e-mail of a supervisor or an admin")
  .action(async (email: string, supervisor: string) => {
    const { client, by } = await adminClient(await readConfig());
    const { setSupervisor } = api.users;
    const change =
      by === "person" ? setSupervisor : asTerminal(internal.users.setSupervisorFromTerminal);
    await client.mutation(change, { email, supervisor });
    note(`${supervisor} now supervises ${email}.`);
  });

const disable = switchCommand("disable", true).description(
  "Locks somebody's account: they are signed out everywhere at once",
);
const enable = switchCommand("enable", false).description("Lets somebody sign in again");

function switchCommand(name: "disable" | "enable", disabled: boolean) {
  return new Command(name).argument("<email>", "whose account").action(async (email: string) => {
    const { client, by } = await adminClient(await readConfig());
    const { setDisabled } = api.users;
    const change =
      by === "person" ? setDisabled : asTerminal(internal.users.setDisabledFromTerminal);
    await client.mutation(change, { email, disabled });
    note(`${email} is now ${name}d.`);
  });
}

const list = new Command("list")
  .description("Lists the users that your role shows")
  .option("--limit <n>", "at most so many", wholeNumber(1, 100_000), 100)
  .option("--json", "print one JSON object per user")
  .action(async (options: { limit: number; json?: true }) => {
    const client = signedInClient(await readConfig());
    const everyone = allRows((paginationOpts) => client.query(api.users.list, { paginationOpts }));
    const users = await take(everyone, options.limit);
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
  .description("People")
  .addCommand(list)
  .addCommand(setRole)
  .addCommand(setSupervisor)
  .addCommand(disable)
  .addCommand(enable);
