import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { bashCompletion } from "../../cli/completion/bash";
import { completions } from "../../cli/completion/commands";
import { fishCompletion } from "../../cli/completion/fish";
import { zshCompletion } from "../../cli/completion/zsh";
import { program } from "../../cli/program";
import { fileWith } from "./support/files";

const all = completions(program);

/** A program for the shell that prints its completions of the last of `words`, one per line. */
const PROGRAMS = {
  bash: (words: readonly string[]) => `
    compopt() { echo /etc/; }
    source ${fileWith("sms.bash", bashCompletion(all))}
    COMP_WORDS=(${words.map(quoted).join(" ")}) COMP_CWORD=${words.length - 1}
    _sms; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The completion system itself needs a screen: its functions are replaced to print what it would
  // show.
  zsh: (words: readonly string[]) => `
    compdef() {}; compset() {}; _message() {}; _files() { echo /etc/ }
    _describe() { for each in "\${(@P)2}"; do
      [[ $each == "\${words[CURRENT]##--*=}"* ]] && print -r -- "\${each%%:*}"; done }
    source ${fileWith("_sms", zshCompletion(all))}
    words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}; _sms; true`,
  fish: (words: readonly string[]) => `
    source ${fileWith("sms.fish", fishCompletion(all))}
    complete -C ${quoted(words.join(" "))} | string replace -r '\\t.*' ''; true`,
} as const;

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

type Shell = keyof typeof PROGRAMS;
const shells = (Object.keys(PROGRAMS) as Shell[]).filter(
  (shell) => shell === "bash" || spawnSync(shell, ["-c", "true"]).status === 0,
);

function candidates(shell: Shell, ...words: readonly string[]): string[] {
  const flags = { bash: "--norc", zsh: "-f", fish: "--no-config" }[shell];
  const args = [flags, "-c", PROGRAMS[shell](["sms", ...words])];
  const lines = execFileSync(shell, args, { encoding: "utf8", cwd: "/" }).split("\n");
  return lines.filter((line) => line !== "");
}

describe.each(shells)("the completion of %s", (shell) => {
  test.each([
    [["samp"], ["samples"]],
    [["samples", "rec"], ["receive"]],
    [["samples", "list", "--st"], ["--status"]],
    [["samples", "list", "--status", "Reg"], ["Registered"]],
    [["export", "h"], ["history"]],
    [["users", "set-r"], ["set-role"]],
    [["import", "/et"], ["/etc/"]],
    [["import", "a.csv", "--on-duplicate", "f"], ["flag"]],
    [["import", "a.csv", "--errors", "/et"], ["/etc/"]],
    [["samples", "transfer", "--to", "x"], []],
    [["nonsense", "zz"], []],
  ])("completes %j as %j", (words, expected) => {
    expect(candidates(shell, ...words)).toEqual(expected);
  });

  test("offers a group's commands before anything is typed", () => {
    const [group] = all.filter(({ path }) => path === "/samples");
    const names = group?.subcommands.map(({ name }) => name) ?? [];
    expect(candidates(shell, "samples", "").toSorted()).toEqual(names.toSorted());
  });
});

describe("the completion of bash", () => {
  test.each([
    [["--status", "In\\ T"], ["In\\ Transit"]],
    [["--status", '"In T'], ["In Transit"]],
    [["--status", "=", "Lo"], ["Lost"]],
    [
      ["--scope", "="],
      ["all", "mine", "team", "addressed"],
    ],
  ])("completes a choice that is written as %j", (words, expected) => {
    expect(candidates("bash", "samples", "list", ...words)).toEqual(expected);
  });
});
