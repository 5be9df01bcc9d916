import { Argument, Command } from "commander";
import { bashCompletion } from "../completion/bash";
import { completions } from "../completion/commands";
import { fishCompletion } from "../completion/fish";
import { zshCompletion } from "../completion/zsh";
import { examples } from "../options";
import { print } from "../output";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export const completion = new Command("completion")
  .description("Prints what makes a shell complete commands, options and their choices")
  .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(SHELLS)))
  .addHelpText(
    "after",
    examples(
      "source <(sms completion bash)  # in ~/.bashrc",
      "source <(sms completion zsh)  # in ~/.zshrc, behind compinit",
      "sms completion fish > ~/.config/fish/completions/sms.fish",
    ),
  )
  .action((shell: keyof typeof SHELLS, _options: object, { parent }: Command) => {
    if (parent === null) throw new Error("The command has no program");
    print(SHELLS[shell](completions(parent)).trimEnd());
  });
