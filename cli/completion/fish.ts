import { paths, shellWord, type Completion, type Value } from "./commands";

/**
 * Returns the completion script for fish: to source, or to store as
 * `~/.config/fish/completions/sms.fish`.
 */
export function fishCompletion(all: readonly Completion[]): string {
  return `# sms: completion for fish. Run: sms completion fish > ~/.config/fish/completions/sms.fish
function __sms_at
    set -l at ""
    for word in (commandline -opc)[2..]
        switch "$at/$word"
            case ${paths(all).join(" ")}
                set at "$at/$word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c sms -f
${all.flatMap(lines).join("\n")}
`;
}

function lines({ path, subcommands, options, argument }: Completion): string[] {
  const line = (rest: string) => `complete -c sms -n '__sms_at "${path}"' ${rest}`;
  return [
    ...subcommands.map(({ name, description }) => line(`-a ${name} -d ${shellWord(description)}`)),
    ...options.map(({ name, description, value }) =>
      line(`-l ${name.replace(/^--/, "")}${valuePart(value)} -d ${shellWord(description)}`),
    ),
    ...(argument.isFile ? [line("-F")] : []),
    ...(argument.choices.length > 0 ? [line(`-a ${list(argument.choices)}`)] : []),
  ];
}

function valuePart(value: Value | null): string {
  if (value === null) return "";
  if (value.isFile) return " -r -F";
  return value.choices.length === 0 ? " -x" : ` -x -a ${list(value.choices)}`;
}

/** fish splits the text after `-a` into words once more. */
function list(choices: readonly string[]): string {
  return shellWord(choices.map((each) => (/\s/.test(each) ? shellWord(each) : each)).join(" "));
}
