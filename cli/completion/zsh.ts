import { paths, shellWord, type Completion, type Value } from "./commands";

/**
 * Returns the completion script for zsh: to source, or to store as `_sms` in a folder of `fpath`.
 */
export function zshCompletion(all: readonly Completion[]): string {
  return `#compdef sms
# sms: completion for zsh. Add to ~/.zshrc, behind compinit: source <(sms completion zsh)
_sms() {
  local at= i before=\${words[CURRENT-1]}
  local -a offered
  if [[ \${words[CURRENT]} == --*=* ]]; then
    before=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  for ((i = 2; i < CURRENT; i++)); do
    case $at/\${words[i]} in
      (${paths(all).join("|")}) at+=/\${words[i]} ;;
    esac
  done
  case $at:$before in
${all.flatMap(optionValues).join("\n")}
  esac
  case $at:\${words[CURRENT]} in
${all.flatMap(words).join("\n")}
  esac
}
if [[ \${funcstack[1]} == _sms ]]; then _sms "$@"; else compdef _sms sms; fi
`;
}

function optionValues({ path, options }: Completion): string[] {
  return options.flatMap(({ name, value }) =>
    value === null ? [] : [`    (${path}:${name}) ${offer("value", value)}; return ;;`],
  );
}

function words({ path, options, subcommands, argument }: Completion): string[] {
  const first =
    subcommands.length > 0 ? describe("command", subcommands) : offer("argument", argument);
  return [
    `    (${path}:-*) ${describe("option", options)} ;;`,
    ...(first === "" ? [] : [`    (${path}:*) ${first} ;;`]),
  ];
}

function offer(what: string, { choices, isFile }: Value): string {
  if (isFile) return "_files";
  if (choices.length === 0) return "_message value";
  return describe(
    what,
    choices.map((name) => ({ name, description: "" })),
  );
}

/** `_describe` takes name:description, with the name's own colons escaped. */
function describe(what: string, parts: readonly { name: string; description: string }[]): string {
  const each = parts.map(({ name, description }) => {
    const escaped = name.replaceAll(":", "\\:");
    return shellWord(description === "" ? escaped : `${escaped}:${description}`);
  });
  return `offered=(${each.join(" ")}); _describe ${what} offered`;
}
