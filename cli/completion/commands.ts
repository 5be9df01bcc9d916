import type { Argument, Command, Option } from "commander";

/** The words that can follow at one position of a command line, for a shell's completion. */
export type Completion = {
  /** The commands so far: "" for `sms` itself, "/samples/list" for `sms samples list`. */
  readonly path: string;
  readonly subcommands: readonly Described[];
  readonly options: readonly (Described & { readonly value: Value | null })[];
  /** The command's own arguments. */
  readonly argument: Value;
};

type Described = { readonly name: string; readonly description: string };

/**
 * Value of an option or argument: `choices` are its choices, [] if they are not known; `isFile`
 * means that it names a file.
 */
export type Value = { readonly choices: readonly string[]; readonly isFile: boolean };

/** Lists a command and everything below it. Options have their long names, and include `--help`. */
export function completions(command: Command, path = ""): Completion[] {
  const help = command.createHelp();
  const subcommands = help
    .visibleCommands(command)
    .map((each) => ({ name: each.name(), description: each.description() }));
  const options = help.visibleOptions(command).map((option) => ({
    name: option.long ?? option.flags,
    description: option.description,
    value: option.required || option.optional ? valueOf(option) : null,
  }));
  const values = command.registeredArguments.map(valueOf);
  const argument = {
    choices: values.flatMap(({ choices }) => choices),
    isFile: values.some(({ isFile }) => isFile),
  };
  return [
    { path, subcommands, options, argument },
    ...command.commands.flatMap((each) => completions(each, `${path}/${each.name()}`)),
  ];
}

const NAMES_A_FILE = /^<?(file|path|folder)>?$/;

function valueOf(part: Option | Argument): Value {
  const name = "flags" in part ? part.flags.split(" ").at(-1) : part.name();
  return { choices: part.argChoices ?? [], isFile: NAMES_A_FILE.test(name ?? "") };
}

/** Quotes any text as one word of bash, zsh and fish. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "'\\''")}'`;
}

/** The paths below `sms`, as patterns of a `case`. */
export function paths(all: readonly Completion[]): string[] {
  return all.map(({ path }) => path).filter((path) => path !== "");
}
