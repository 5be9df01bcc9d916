import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** An error that the person at the terminal can fix: its message is printed without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** Settings of `npm start`, from its environment and arguments. README lists them. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Starts without demo data: `--empty`. */
  readonly empty: boolean;
  /** Address of the app in browsers and in links in mail. */
  readonly baseUrl: string;
  /** Names that the server answers to in addition to `baseUrl`'s and `host`: SMS_ALLOWED_HOSTS. */
  readonly allowedHosts: readonly string[];
  /** True behind a reverse proxy whose X-Forwarded-For names the caller: SMS_BEHIND_PROXY=1. */
  readonly isBehindProxy: boolean;
  /**
   * Hosts besides our own from which pages load: Google's, when VITE_GOOGLE_MAPS_API_KEY is set.
   */
  readonly contentSources: readonly string[];
};

const DEFAULT_PORT = 3210;

/** Variable that adds host names; named when a request to another name is refused. */
export const ALLOWED_HOSTS = "SMS_ALLOWED_HOSTS";

/** Sources from Google's guide to a Content Security Policy for its Maps API. */
const GOOGLE_MAPS = [
  "https://*.googleapis.com",
  "https://*.gstatic.com",
  "https://*.google.com",
  "https://*.googleusercontent.com",
  "https://*.ggpht.com",
];

/** Matches a loopback host, in the spelling of both HOST and a URL. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;

/** Matches hosts that mean all addresses; they are not usable as an address in a link. */
const WILDCARD = /^(0\.0\.0\.0|::)$/;

/** True when only this computer can reach `host`. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Reads and checks the settings of a start. @throws Problem naming the wrong setting */
export function readSettings(env: NodeJS.ProcessEnv, args: readonly string[]): Settings {
  const { empty } = readArguments(args);
  // "localhost" may resolve to ::1 alone, where some programs would not find the server.
  const host = env["HOST"]?.replace(/^localhost$/, "127.0.0.1") || "127.0.0.1";
  const port = readPort(env["PORT"]);
  const baseUrl = (env["SMS_BASE_URL"] || `http://${displayHost(host)}:${port}`).replace(
    /\/+$/,
    "",
  );
  if (!URL.canParse(baseUrl))
    throw new Problem(`SMS_BASE_URL is "${baseUrl}", which is no web address.`);
  return {
    host,
    port,
    dataDir: resolve(env["SMS_DATA_DIR"] || ".sms-data"),
    empty,
    baseUrl,
    allowedHosts: (env[ALLOWED_HOSTS] ?? "").split(/[\s,]+/).filter(Boolean),
    isBehindProxy: env["SMS_BEHIND_PROXY"] === "1",
    contentSources: env["VITE_GOOGLE_MAPS_API_KEY"] ? GOOGLE_MAPS : [],
  };
}

/** Returns `host` as it appears in a URL for people. */
function displayHost(host: string): string {
  if (WILDCARD.test(host) || isLoopback(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function readArguments(args: readonly string[]): { empty: boolean } {
  try {
    const { values } = parseArgs({ args: [...args], options: { empty: { type: "boolean" } } });
    return { empty: values.empty === true };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`${reason}\nnpm start takes one option: npm start -- --empty`);
  }
}

function readPort(text: string | undefined): number {
  if (!text) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Problem(`PORT is "${text}"; it must be a number from 1 to 65535.`);
}
