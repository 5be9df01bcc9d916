import { Command } from "commander";
import { CliError, EXIT } from "../errors";
import { examples } from "../options";

/** Prints the help of any command, also of one inside a group, which Commander's own cannot. */
export const help = new Command("help")
  .description("Prints the help of a command")
  .argument("[command...]", "the command, as it is called")
  .addHelpText("after", examples("sms help samples  # or any command"))
  .action((names: readonly string[], _options: object, { parent }: Command) => {
    let command = parent;
    for (const name of names) {
      command = command?.commands.find((each) => each.name() === name) ?? null;
    }
    if (command === null) {
      throw new CliError(`There is no command "sms ${names.join(" ")}".`, EXIT.usage);
    }
    command.outputHelp();
  });
