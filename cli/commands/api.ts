import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { IDEMPOTENCY_HEADER } from "#domain/api/headers";
import { API_ROOT } from "#domain/api/routes";
import { readConfig, type Config } from "../config";
import { CliError, EXIT, Unreachable } from "../errors";
import { fetchFrom } from "../network";
import { examples } from "../options";
import { note, print } from "../output";

type Field = readonly [name: string, value: unknown];
type Options = {
  readonly field: readonly Field[];
  readonly typedField: readonly Field[];
  readonly header: readonly (readonly [string, string])[];
  readonly input?: string;
  readonly idempotencyKey?: string;
  readonly include?: true;
};

export const apiCommand = new Command("api")
  .description("Sends a request to the HTTP API, with the API token in SMS_TOKEN")
  .addArgument(new Argument("<method>", "what to do").choices(["GET", "POST", "PATCH"]))
  .argument("<path>", "below /api/v1, with its query: /samples?status=Lost")
  .addOption(pairs("-f, --field <name=value>", "a text: a parameter of GET, else of the body"))
  .addOption(
    pairs("-F, --typed-field <name=value>", "the same for a number, true, false or null", typed),
  )
  .addOption(
    new Option("-H, --header <name:value>", "a header, such as If-Match")
      .argParser((given: string, before: readonly (readonly [string, string])[]) => {
        const [name, value] = halves(given, ":");
        return [...before, [name, value.trim()] as const];
      })
      .default([], "none"),
  )
  .option("--input <file>", 'the body: a file, or "-" for standard input')
  .option("--idempotency-key <key>", "repeats the change that was sent with this key")
  .option("-i, --include", "print the status and the headers, too")
  .addHelpText(
    "after",
    `
Prints the body of the answer. Exits with ${EXIT.refused} if the status is 400 or more. Each change has a new
Idempotency-Key; if its answer is lost, the error says with which key to repeat it.
${examples(
  "SMS_TOKEN=sms_… sms api GET /samples -f status=Lost -f limit=10",
  "sms api POST /samples/R58M1234/steps -f step=transfer -f recipient=bruno@example.com",
  "sms api PATCH /samples/R58M1234 --input changes.json",
  'sms api GET "/export/samples?format=csv" > samples.csv',
)}`,
  )
  .action(async (method: string, path: string, options: Options) => {
    const config = await readConfig();
    const key = options.idempotencyKey ?? randomUUID();
    const response = await send(config, method, path, { ...options, idempotencyKey: key });
    if (options.include) {
      print(`HTTP ${response.status} ${response.statusText}`.trim());
      response.headers.forEach((value, name) => print(`${name}: ${value}`));
      print("");
    }
    if (response.status < 400) return await copyToStdout(config.url, response);
    const refusal = await response.text();
    process.stdout.write(refusal);
    const message = messageIn(refusal) || response.statusText;
    note(`${process.stdout.isTTY ? "\n" : ""}sms: ${message} (HTTP ${response.status})`);
    process.exitCode = EXIT.refused;
  });

/** @throws CliError, which names the key with which to repeat a change whose answer was lost */
async function send(
  { url, apiToken }: Config,
  method: string,
  path: string,
  options: Options & { readonly idempotencyKey: string },
): Promise<Response> {
  if (apiToken === null) throw new CliError(NO_API_TOKEN, EXIT.usage);
  const fields = [...options.field, ...options.typedField];
  const address = new URL(siteOf(url) + API_ROOT + pathBelow(path));
  const headers = new Headers({ Authorization: `Bearer ${apiToken}` });
  for (const [name, value] of options.header) headers.set(name, value);
  if (method === "GET") {
    if (options.input !== undefined) throw new CliError("GET has no body.", EXIT.usage);
    for (const [name, value] of fields) address.searchParams.append(name, String(value));
    return await fetchAnswer(url, address, { headers });
  }
  headers.set("Content-Type", "application/json");
  headers.set(IDEMPOTENCY_HEADER, options.idempotencyKey);
  const body = await bodyOf(options.input, fields);
  return await fetchAnswer(url, address, { method, headers, body }).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error;
    const repeat = `--idempotency-key ${options.idempotencyKey}`;
    const remedy = `If it was made, ${repeat} repeats it without making it twice.`;
    throw new CliError(`${error.message} ${remedy}`, EXIT.unreachable, { cause: error });
  });
}

/** @throws Unreachable, also if something on the way answered instead of the API */
async function fetchAnswer(url: string, address: URL, init: RequestInit): Promise<Response> {
  const response = await fetchFrom(url, address, init);
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const reason = `a web page answered (HTTP ${response.status}), probably a proxy's or the network's sign-in page`;
  throw new Unreachable(url, reason);
}

const NO_API_TOKEN =
  "The HTTP API needs an API token: create one in the web app, in your Profile, and set SMS_TOKEN to it.";

/** The address of the HTTP routes. On Convex Cloud it differs from the functions' address. */
const siteOf = (url: string) => url.replace(/\.convex\.cloud$/, ".convex.site");

/** The path in the API of `samples`, `/samples` or `/api/v1/samples`. */
function pathBelow(path: string): string {
  const rooted = path.startsWith("/") ? path : `/${path}`;
  return rooted.startsWith(`${API_ROOT}/`) ? rooted.slice(API_ROOT.length) : rooted;
}

async function bodyOf(input: string | undefined, fields: readonly Field[]): Promise<string> {
  if (input === undefined) return JSON.stringify(Object.fromEntries(fields));
  if (fields.length > 0) throw new CliError("Give --input or fields, not both.", EXIT.usage);
  if (input === "-") return await text(process.stdin);
  return await readFile(input, "utf8").catch((error: Error) => {
    throw new CliError(`${input} cannot be read: ${error.message}.`, EXIT.usage, { cause: error });
  });
}

/** Copies the body as fast as its reader takes it. @throws Unreachable if it breaks off */
async function copyToStdout(url: string, { body }: Response): Promise<void> {
  let last = 0x0a;
  try {
    for await (const chunk of body ?? []) {
      last = chunk.at(-1) ?? last;
      if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
    }
  } catch (error) {
    throw new Unreachable(url, "its answer broke off", { cause: error });
  }
  if (process.stdout.isTTY && last !== 0x0a) print("");
}

/** The message of a problem document; the beginning of any other text. */
function messageIn(body: string): string {
  try {
    return String((JSON.parse(body) as { message?: unknown }).message);
  } catch {
    return body.slice(0, 200);
  }
}

/** An option that may be repeated. */
function pairs(flags: string, description: string, valueOf: (value: string) => unknown = String) {
  return new Option(flags, description)
    .argParser((given: string, before: readonly Field[]) => {
      const [name, value] = halves(given, "=");
      return [...before, [name, valueOf(value)] as const];
    })
    .default([], "none");
}

function halves(given: string, separator: string): [string, string] {
  const at = given.indexOf(separator);
  if (at > 0) return [given.slice(0, at), given.slice(at + 1)];
  throw new InvalidArgumentError(`Write it as NAME${separator}VALUE.`);
}

function typed(value: string): unknown {
  if (/^(true|false|null|-?\d+(\.\d+)?)$/.test(value)) return JSON.parse(value);
  throw new InvalidArgumentError("Give a number, true, false or null; --field takes a text.");
}
