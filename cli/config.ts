import { access, constants, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { TOKEN_PREFIX } from "#domain/accounts/apiTokens";
import { z } from "#domain/common/zod";
import { cannotWrite, CliError, EXIT } from "./errors";

const DEFAULT_URL = "http://localhost:3210";

const loginSchema = z.object({ url: z.string(), email: z.string(), refreshToken: z.string() });

/** The login stored by `sms login`: server, person, and refresh token (client.ts). */
export type Login = z.infer<typeof loginSchema>;

/** The server that commands talk to, and the login that they use. */
export type Config = {
  readonly url: string;
  readonly refreshToken: string | null;
  /** True if the token comes from SMS_TOKEN, which overrides the stored login. */
  readonly isSmsToken: boolean;
  /** SMS_TOKEN if it is an API token, which only `sms api` uses; `refreshToken` is null then. */
  readonly apiToken: string | null;
  /** Server of the stored login, which may differ from `url`; null if no login is stored. */
  readonly loginUrl: string | null;
};

/**
 * Reads SMS_URL and SMS_TOKEN, else the stored login, else the local server without a login. A
 * stored login is used only for its own server, so its token is never sent to another address.
 *
 * @throws CliError if SMS_TOKEN is empty: falling back to the stored login could act as another
 *   person
 */
export async function readConfig(env: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const login = await readLogin(env);
  const url = urlOf(login, env);
  const loginUrl = login && serverUrl(login.url);
  const smsToken = env["SMS_TOKEN"]?.trim();
  if (smsToken === "") throw new CliError(EMPTY_TOKEN, EXIT.usage);
  if (smsToken) {
    const apiToken = smsToken.startsWith(TOKEN_PREFIX) ? smsToken : null;
    const refreshToken = apiToken === null ? smsToken : null;
    return { url, refreshToken, isSmsToken: true, apiToken, loginUrl };
  }
  const refreshToken = login && loginUrl === url ? login.refreshToken : null;
  return { url, refreshToken, isSmsToken: false, apiToken: null, loginUrl };
}

const EMPTY_TOKEN =
  'SMS_TOKEN is set but empty: "sms login --print-token" may have failed. Set it to a token, or unset it.';

/** Reads only the server's URL: SMS_URL, else the stored login's, else the local server's. */
export async function readServerUrl(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return urlOf(await readLogin(env), env);
}

function urlOf(login: Login | null, env: NodeJS.ProcessEnv): string {
  return serverUrl(env["SMS_URL"] || login?.url || DEFAULT_URL);
}

/** Checks a typed address and removes its trailing slash. */
function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError(
      `SMS_URL is "${text}", which is not a web address. Write it like ${DEFAULT_URL}.`,
      EXIT.usage,
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** True if the host in `url` is a name of this computer. */
export function isThisComputer(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

/** Path of the stored login: $XDG_CONFIG_HOME/sms/login.json, by default under ~/.config. */
function loginFile(env: NodeJS.ProcessEnv): string {
  return join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "sms", "login.json");
}

/** @throws CliError that names the file if it is damaged or unreadable */
async function readLogin(env: NodeJS.ProcessEnv): Promise<Login | null> {
  const file = loginFile(env);
  try {
    return loginSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    const remedy = 'Delete that file, and run "sms login" again.';
    throw new CliError(`The stored login ${file} cannot be read. ${remedy}`, EXIT.refused, {
      cause: error,
    });
  }
}

/**
 * Creates the folder of the stored login.
 *
 * @throws CliError if nothing can be stored there
 */
export async function prepareLoginFolder(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const file = loginFile(env);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    throw cannotWrite(file, error as NodeJS.ErrnoException);
  }
}

/**
 * Stores the login, readable by its owner only (0600), and replaces the file atomically.
 *
 * @throws CliError if it cannot be written
 */
export async function storeLogin(login: Login, env: NodeJS.ProcessEnv = process.env) {
  await prepareLoginFolder(env);
  const file = loginFile(env);
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    throw cannotWrite(file, error as NodeJS.ErrnoException);
  }
}

export async function forgetLogin(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await rm(loginFile(env), { force: true });
}
