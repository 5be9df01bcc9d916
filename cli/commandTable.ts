import type { Argument, Command } from "commander";

/**
 * Describes every command below `program` in a Markdown table for docs/cli.md: its usage, its
 * purpose, the names of its options. `sms help COMMAND` has the rest.
 */
export function commandTable(program: Command): string {
  const rows = leavesOf(program, "").map(({ path, command }) =>
    row(
      code([path, ...command.registeredArguments.map(argumentText)].join(" ")),
      command.description(),
      optionNames(command).map(code).join(", "),
    ),
  );
  return [row("command", "what it does", "options"), "| --- | --- | --- |", ...rows].join("\n");
}

type Named = { readonly path: string; readonly command: Command };

/** Lists the commands that are not groups, with the words that call them. */
function leavesOf(command: Command, before: string): Named[] {
  const path = `${before} ${command.name()}`.trim();
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((each) => leavesOf(each, path));
}

function argumentText(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? "…" : "");
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Long names of the options shown in help. */
function optionNames(command: Command): string[] {
  return command.options.flatMap(({ hidden, long }) => (hidden || !long ? [] : [long]));
}

const code = (text: string) => `\`${text}\``;
const row = (...cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
