import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { commandTable } from "../../cli/commandTable";
import { program } from "../../cli/program";

const GUIDE = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");

type Named = { readonly path: string; readonly command: Command };

/** `sms`, its groups and its commands. */
function everything(command: Command, before = ""): Named[] {
  const path = `${before} ${command.name()}`.trim();
  return [{ path, command }, ...command.commands.flatMap((each) => everything(each, path))];
}
const all = everything(program);

/** The lines of a Markdown table without alignment. */
const unpadded = (table: string) => table.trim().replace(/ +/g, " ").replace(/-{3,}/g, "---");

/** The output of `--help` with the lines of a paragraph joined. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 1_000 });
  command.outputHelp();
  return text;
}

/** The lines of the help's last section, without the prompt. */
function examplesOf(command: Command): string[] {
  const [, section = ""] = helpOf(command).split("\nExamples:\n");
  return section
    .trimEnd()
    .split("\n")
    .map((line) => line.replace("  $ ", ""));
}

/** The words after `sms` in a shell line; the examples have no other quotes. */
function words(line: string): string[] {
  const [call = ""] = line.replace(/^.*?\bsms /, "").split(/ [<>#]/);
  return (call.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
}

describe("the help", () => {
  test.each(all)(
    "the help of $path describes the command, its arguments and its options",
    ({ command }) => {
      const help = helpOf(command);
      expect(help).toContain(command.description());
      const shown = command.options.filter(({ hidden }) => !hidden);
      for (const { description } of [...shown, ...command.registeredArguments]) {
        expect(description).not.toBe("");
        expect(help).toContain(description);
      }
    },
  );

  test.each(all)("the help of $path has examples that the command parses", ({ path, command }) => {
    for (const line of examplesOf(command)) {
      expect(line).toContain(path);
      let called: Command = program;
      const rest = words(line);
      for (;;) {
        const next = called.commands.find((each) => each.name() === rest[0]);
        if (next === undefined) break;
        called = next;
        rest.shift();
      }
      const { unknown, operands } = called.parseOptions(rest);
      expect([line, unknown]).toEqual([line, []]);
      expect([line, operands.length]).toEqual([line, called.registeredArguments.length]);
      expect(called.commands).toEqual([]);
    }
  });

  test("the help of sms webhooks add stores the secret in a file that only its owner can read", () => {
    const add = all.find(({ path }) => path === "sms webhooks add");
    const lines = add === undefined ? [] : examplesOf(add.command);
    expect(lines).not.toEqual([]);
    for (const line of lines) if (line.includes(">")) expect(line).toMatch(/^\(umask 077; /);
  });

  test("is summed up in docs/cli.md; `npm run cli-guide` writes it there", () => {
    const [, table = ""] = /<!-- commands:.*-->([^]*)<!-- end of commands -->/.exec(GUIDE) ?? [];
    expect(unpadded(table)).toEqual(unpadded(commandTable(program)));
  });
});
