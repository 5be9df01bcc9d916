import { Command } from "commander";
import { api } from "../../convex/_generated/api";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { CliError } from "../errors";
import { examples } from "../options";
import { print, printJson } from "../output";

export const whoami = new Command("whoami")
  .description("Shows who is signed in, with which role, and where")
  .option("--json", "print one JSON object")
  .addHelpText("after", examples("sms whoami", "sms whoami --json"))
  .action(async (options: { json?: true }) => {
    const config = await readConfig();
    const viewer = await signedInClient(config).query(api.users.viewer, {});
    if (!viewer) throw new CliError('Not signed in, or the session has ended. Run "sms login".');
    const { email, displayName, role, supervisor } = viewer;
    if (options.json) return printJson({ email, displayName, role, supervisor, url: config.url });
    print(`${email} (${displayName}, ${role}) at ${config.url}`);
  });
