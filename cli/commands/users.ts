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
    if (by === "person") await client.mutation(api.users.setRole, { email, role });
    else await client.mutation(asTerminal(internal.users.setRoleFromTerminal), { email, role });
    note(`${email} is now ${role}.`);
  });

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
  .addCommand(setRole);
