import { Command, CommanderError } from "commander";
import { check } from "./commands/check";
import { importCommand } from "./commands/import";
import { login } from "./commands/login";
import { logout } from "./commands/logout";
import { mail } from "./commands/mail";
import { samples } from "./commands/samples";
import { users } from "./commands/users";
import { whoami } from "./commands/whoami";
import { CliError, EXIT } from "./errors";
import { note } from "./output";

const program = new Command("sms")
  .description("Sample Management System: custody of test devices, from the terminal")
  .addHelpText(
    "after",
    `
Settings:
  SMS_URL        the server (default: the stored login's, else http://localhost:3210)
  SMS_TOKEN      what "sms login --print-token" prints, instead of a stored login
  SMS_ADMIN_KEY  acts as the deployment: the first admin, the outbox
Exit codes: ${EXIT.done} done, ${EXIT.refused} something was refused, ${EXIT.usage} wrong usage, ${EXIT.unreachable} server out of reach`,
  );
for (const command of [login, logout, whoami, samples, importCommand, users, mail, check]) {
  program.addCommand(command);
}
throwInsteadOfExiting(program);

// `sms samples list | head` closes the pipe early: that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  } else if (error instanceof CliError) {
    note(`sms: ${error.message}`);
    process.exitCode = error.exitCode;
  } else {
    throw error;
  }
}

/** Commander leaves the process itself by default, and passes nothing of this on to subcommands. */
function throwInsteadOfExiting(command: Command): void {
  command.exitOverride().showHelpAfterError('(add "--help" for what it takes)');
  command.commands.forEach(throwInsteadOfExiting);
}
