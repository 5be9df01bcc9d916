import { CommanderError } from "commander";
import { CliError, EXIT } from "./errors";
import { acceptClosedPipes, note } from "./output";
import { program } from "./program";

acceptClosedPipes();

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
