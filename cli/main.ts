import { CommanderError } from "commander";
import { CliError, EXIT } from "./errors";
import { note } from "./output";
import { program } from "./program";

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
