import { Command, Option } from "commander";
import { commandTable } from "../commandTable";
import { CliError, EXIT } from "../errors";
import { examples } from "../options";
import { print } from "../output";

/** Prints the help of any command. Commander's own help command does not reach into groups. */
export const help = new Command("help")
  .description("Prints the help of a command")
  .argument("[command...]", "the command, as it is called")
  .addOption(new Option("--markdown", "print the table of docs/cli.md").hideHelp())
  .addHelpText("after", examples("sms help samples  # or any command"))
  .action((names: readonly string[], { markdown }: { markdown?: true }, { parent }: Command) => {
    if (markdown && parent !== null) return print(commandTable(parent));
    let command = parent;
    for (const name of names) {
      command = command?.commands.find((each) => each.name() === name) ?? null;
    }
    if (command === null) {
      throw new CliError(`There is no command "sms ${names.join(" ")}".`, EXIT.usage);
    }
    command.outputHelp();
  });
