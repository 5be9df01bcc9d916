/** The curl commands of a page, as requests: no shell and no curl are needed to run them. */

export type CurlRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
};

/** @returns the commands in the page's fenced blocks, in order, each on one line */
export function curlCommandsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^```\w*\n([^]*?)^```/gm)].flatMap(([, block = ""]) =>
    block.split(/^(?=curl )/m).filter((command) => command.startsWith("curl ")),
  );
}

/**
 * Reads a command with the flags that the pages use.
 *
 * @param variables values of `$NAME` and `$(name)`, which a shell would insert
 */
export function parseCurl(
  command: string,
  variables: Readonly<Record<string, () => string>>,
): CurlRequest {
  const [, ...words] = shellWords(command, variables);
  const headers: Record<string, string> = {};
  let method = "GET";
  let body: string | undefined;
  let url: string | undefined;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-X") method = words.shift() ?? "";
    else if (word === "-d") body = words.shift() ?? "";
    else if (word === "-o") words.shift();
    else if (word === "-H") {
      const [name = "", value = ""] = (words.shift() ?? "").split(/:\s*(.*)/s);
      headers[name] = value;
    } else if (word === "--compressed") headers["Accept-Encoding"] = "gzip";
    else if (word.startsWith("https://") && url === undefined) url = word;
    else if (!["-i", "-L"].includes(word))
      throw new Error(`curl ${word} is not known here: ${command}`);
  }
  if (url === undefined) throw new Error(`There is no https address in: ${command}`);
  return { method, url, headers, ...(body !== undefined && { body }) };
}

/** Splits a command as a POSIX shell does: quotes, escaped line ends, `$NAME` and `$(name)`. */
function shellWords(command: string, variables: Readonly<Record<string, () => string>>): string[] {
  const expand = (text: string) =>
    text.replace(/\$(?:\((\w+)\)|(\w+))/g, (_all, run: string, name: string) => {
      const value = variables[run ?? name];
      if (value === undefined) throw new Error(`$${run ?? name} is not known here`);
      return value();
    });
  const words = command.replace(/\\\n/g, " ").match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|([^'"]+)/g,
      (_all, plain?: string, quoted?: string, bare?: string) =>
        plain ?? expand(quoted ?? bare ?? ""),
    ),
  );
}
