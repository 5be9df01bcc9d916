import { Command } from "commander";
import { requireViewer, signedInClient } from "../../client";
import { readConfig } from "../../config";
import { examples } from "../../options";
import { print, printJson } from "../../output";

export const whoami = new Command("whoami")
  .description("Shows who is signed in, with which role, and where")
  .option("--json", "print one JSON object")
  .addHelpText("after", examples("sms whoami", "sms whoami --json"))
  .action(async (options: { json?: true }) => {
    const config = await readConfig();
    const viewer = await requireViewer(signedInClient(config));
    const { email, displayName, role, supervisor } = viewer;
    if (options.json) return printJson({ email, displayName, role, supervisor, url: config.url });
    print(`${email} (${displayName}, ${role}) at ${config.url}`);
  });
