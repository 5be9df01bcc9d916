import { Command } from "commander";
import { signedInClient } from "../client";
import { forgetLogin, readConfig } from "../config";
import { CliError } from "../errors";
import { examples } from "../options";
import { note } from "../output";

export const logout = new Command("logout")
  .description("Ends the session and forgets it on this computer")
  .addHelpText("after", examples("sms logout"))
  .action(async () => {
    const config = await readConfig();
    if (!config.refreshToken) return note(`Nobody was signed in at ${config.url}.`);
    try {
      await signedInClient(config).signOut();
    } catch (error) {
      // An ended session or a server that is away must not keep the token on this disk.
      if (!(error instanceof CliError)) throw error;
      note(`The server was not told: ${error.message}`);
    }
    await forgetLogin();
    note("Signed out.");
  });
