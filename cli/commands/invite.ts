import { Command, Option } from "commander";
import { api } from "../../convex/_generated/api";
import { INVITATION_OUTCOME_TEXTS, splitAddresses } from "#domain/accounts/invitations";
import { ROLES, type Role } from "#domain/custody/workflow";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { EXIT } from "../errors";
import { examples } from "../options";
import { printJson, printTable } from "../output";

type Options = { role?: Role; supervisor?: string; json?: true };

export const invite = new Command("invite")
  .description("Invites addresses by mail; needs a signed-in admin")
  .argument("<emails...>", "addresses to invite; at most 200")
  .addOption(new Option("--role <role>", "given when they accept").choices(ROLES))
  .option("--supervisor <email>", "given when they accept")
  .option("--json", "print one JSON object per address")
  .addHelpText("after", examples("sms users invite new@example.com"))
  .action(async (emails: readonly string[], { json, ...beforehand }: Options) => {
    const client = signedInClient(await readConfig());
    const addresses = splitAddresses(emails.join("\n"));
    const results = await client.action(api.invitations.invite, {
      emails: addresses,
      ...beforehand,
    });
    if (json) results.forEach(printJson);
    else {
      printTable(results, [
        { title: "E-mail", value: ({ email }) => email },
        { title: "Result", value: ({ outcome }) => INVITATION_OUTCOME_TEXTS[outcome] },
      ]);
    }
    const isDone = results.every(({ outcome }) => outcome === "invited" || outcome === "again");
    process.exitCode = isDone ? EXIT.done : EXIT.refused;
  });
