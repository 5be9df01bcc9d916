import { InvalidArgumentError, type Command } from "commander";
import { findChoice } from "#domain/common/choices";
import { isDay } from "#domain/common/days";

/** Creates the parser of an option whose value is a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
  };
}

/** Parses a day, `2026-11-21`, to its start in UTC, epoch ms. */
export function day(text: string): number {
  if (!isDay(text)) throw new InvalidArgumentError("Give a day as YYYY-MM-DD.");
  return Date.parse(text);
}

/**
 * The end of a command's `--help`: each line is a complete command, followed by "#" and its
 * purpose.
 */
export function examples(...lines: readonly string[]): string {
  return ["", "Examples:", ...lines.map((line) => `  $ ${line}`)].join("\n");
}

/**
 * Lets a command and its subcommands accept choices in any case, as `findChoice` does; actions
 * receive the declared spelling.
 */
export function takeChoicesInAnyCase(command: Command): void {
  for (const part of [...command.options, ...command.registeredArguments]) {
    const { argChoices, parseArg } = part;
    if (argChoices === undefined || parseArg === undefined) continue;
    part.argParser((text: string, before: unknown) =>
      parseArg(findChoice(argChoices, text) ?? text, before),
    );
  }
  command.commands.forEach(takeChoicesInAnyCase);
}
