import { Command } from "commander";
import { signedInClient } from "../../client";
import { forgetLogin, readConfig, type Config } from "../../config";
import { CliError } from "../../errors";
import { examples } from "../../options";
import { note } from "../../output";

export const logout = new Command("logout")
  .description("Ends the session and forgets it on this computer")
  .addHelpText("after", examples("sms logout"))
  .action(async () => {
    const config = await readConfig();
    if (config.isSmsToken) return await endSmsToken(config);
    if (!config.refreshToken) return note(`No one was signed in at ${config.url}.`);
    try {
      await signedInClient(config).signOut();
    } catch (error) {
      // Even if the session has ended or the server is unreachable, the token is deleted from this
      // disk.
      if (!(error instanceof CliError)) throw error;
      note(`The server was not told: ${error.message}`);
    }
    await forgetLogin();
    note("Signed out.");
  });

/** Ends the session of SMS_TOKEN. The stored login is a different session and stays. */
async function endSmsToken(config: Config): Promise<void> {
  await signedInClient(config).signOut();
  note("The session of SMS_TOKEN has ended: unset SMS_TOKEN.");
  if (config.loginUrl !== null) note(`The stored login for ${config.loginUrl} was kept.`);
}
