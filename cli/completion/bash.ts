import { paths, type Completion, type Value } from "./commands";

/**
 * Returns the completion script for bash 4 or newer. A choice with spaces is escaped, unless the
 * user has begun it with a quote.
 */
export function bashCompletion(all: readonly Completion[]): string {
  return `# sms: completion for bash. Add to ~/.bashrc: source <(sms completion bash)
_sms() {
  local IFS=$'\\n' at= values= i value
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash makes three words of --status=Lost.
  [[ $current == = ]] && current=
  [[ $previous == = ]] && previous=\${COMP_WORDS[COMP_CWORD - 2]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case $at/\${COMP_WORDS[i]} in
    ${paths(all).join(" | ")}) at+=/\${COMP_WORDS[i]} ;;
    esac
  done
  case $at:$previous in
${all.flatMap(optionValues).join("\n")}
  *)
    case $at:$current in
${all.flatMap(words).join("\n")}
    esac
    ;;
  esac
  local quote=\${current:0:1}
  if [[ $quote == [\\"\\'] ]]; then current=\${current:1}; else quote= current=\${current//\\\\/}; fi
  COMPREPLY=()
  for value in $values; do
    [[ $value == "$current"* ]] || continue
    [[ $quote ]] || printf -v value %q "$value"
    COMPREPLY+=("$value")
  done
}
complete -F _sms sms
`;
}

function optionValues({ path, options }: Completion): string[] {
  return options.flatMap(({ name, value }) =>
    value === null ? [] : [`  ${path}:${name}) ${offer(value)} ;;`],
  );
}

function words({ path, options, subcommands, argument }: Completion): string[] {
  const names = (parts: readonly { name: string }[]) => parts.map(({ name }) => name);
  const first = { ...argument, choices: [...names(subcommands), ...argument.choices] };
  return [
    `    ${path}:-*) ${offer({ choices: names(options), isFile: false })} ;;`,
    `    ${path}:*) ${offer(first)} ;;`,
  ];
}

/** If the script offers nothing, `-o default` completes file names. */
function offer({ choices, isFile }: Value): string {
  if (isFile) return "compopt -o default";
  return `values=$'${choices.map((each) => each.replace(/[\\']/g, "\\$&")).join("\\n")}'`;
}
