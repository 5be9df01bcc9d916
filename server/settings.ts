import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseCompanyDomain, parseEmail } from "#domain/common/email";
import { parseNetworks } from "#domain/common/networkAddress";
import { parseMailFrom } from "#domain/mail/mailFrom";
import { parseSmtpUrl } from "#domain/mail/smtpServer";
import type { BackupSettings } from "./backups/nightlyBackup";
import { COMMANDS } from "./commandNames";

/** An error that the person at the terminal can fix: its message is printed without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** Settings of `npm start`, from its environment and arguments (docs/operations.md). */
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
  /** Automatic backups: SMS_BACKUP_DIR, SMS_BACKUP_COMMAND; null: none are made. */
  readonly backups: BackupSettings | null;
  /** Other hosts from which pages load content: Google's, if VITE_GOOGLE_MAPS_API_KEY is set. */
  readonly contentSources: readonly string[];
};

export const DEFAULT_PORT = 3210;

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
  // "localhost" may resolve to ::1 only, and some programs would then not find the server.
  const host = env["HOST"]?.replace(/^localhost$/, "127.0.0.1") || "127.0.0.1";
  if (/[/\s]/.test(host)) throw new Problem(`HOST is "${host}"; it must be an address or a name.`);
  const port = readPort(env["PORT"]);
  const dataDir = resolve(env["SMS_DATA_DIR"] || ".sms-data");
  checkProductSettings(env);
  checkMail(env);
  return {
    host,
    port,
    dataDir,
    empty,
    backups: readBackups(env, dataDir),
    baseUrl: readBaseUrl(env["SMS_BASE_URL"] || `http://${displayHost(host)}:${port}`),
    allowedHosts: (env[ALLOWED_HOSTS] ?? "").split(/[\s,]+/).filter(Boolean),
    isBehindProxy: readSwitch(env, "SMS_BEHIND_PROXY"),
    contentSources: env["VITE_GOOGLE_MAPS_API_KEY"] ? GOOGLE_MAPS : [],
  };
}

function readBackups(env: NodeJS.ProcessEnv, dataDir: string): BackupSettings | null {
  const { SMS_BACKUP_DIR: folder, SMS_BACKUP_COMMAND: command } = env;
  if (!folder && command) {
    throw new Problem(
      "SMS_BACKUP_COMMAND is set, but no backups are made: set SMS_BACKUP_DIR too.",
    );
  }
  if (!folder) return null;
  const isInside = !relative(dataDir, resolve(folder)).startsWith("..");
  if (isInside) {
    throw new Problem(
      `SMS_BACKUP_DIR is ${resolve(folder)}, inside the data folder: what damages one would damage both. Choose a folder on another disk.`,
    );
  }
  return { folder: resolve(folder), command: command || null };
}

/** Reads a setting that is on or off. */
function readSwitch(env: NodeJS.ProcessEnv, name: string): boolean {
  const text = env[name]?.trim() ?? "";
  if (!["", "0", "1"].includes(text)) {
    throw new Problem(`${name} is "${text}"; it must be 1 for yes, or 0 or nothing for no.`);
  }
  return text === "1";
}

/** Returns the app's address without a trailing slash; pages and links are relative to its root. */
function readBaseUrl(text: string): string {
  const refuse = (why: string) => new Problem(`SMS_BASE_URL is "${text}", ${why}`);
  if (!URL.canParse(text)) throw refuse("which is no web address.");
  const { protocol, host, origin, pathname, search, hash, username, password } = new URL(text);
  if (!["http:", "https:"].includes(protocol)) {
    throw refuse("which is no web address: it must begin with https:// or http://");
  }
  if (search + hash + username + password !== "") {
    throw refuse(`but it must be only the address of the app, such as ${origin}`);
  }
  if (!/^\/*$/.test(pathname)) {
    throw refuse(
      `but the app needs a host of its own: it cannot be served below a path. Give it a name such as ${protocol}//sms.${host}, and let the proxy pass all of it on.`,
    );
  }
  return origin;
}

/** A product setting: a test of its values, and their description in words. */
type ProductSetting = {
  readonly name: string;
  readonly isValid: (text: string) => boolean;
  readonly wanted: string;
};

const PRODUCT_SETTINGS: readonly ProductSetting[] = [
  {
    name: "SMS_COMPANY_DOMAIN",
    isValid: (text) => parseCompanyDomain(text) !== null,
    wanted: "the domain of the company's mail addresses, such as example.com",
  },
  { name: "SMS_COMPANY_URL", isValid: isWebAddress, wanted: "a web address" },
  {
    name: "SMS_DEFAULT_SUPERVISOR",
    isValid: (text) => parseEmail(text) !== null,
    wanted: "an e-mail address",
  },
  {
    name: "SMS_ERASE_AFTER_DAYS",
    isValid: (text) => /^\d{1,5}$/.test(text.trim()),
    wanted: "a whole number of days, such as 90",
  },
  {
    name: "ACCOUNT_MESSAGES",
    isValid: (text) => ["uniform", "explicit"].includes(text.trim()),
    wanted: "uniform or explicit",
  },
  {
    name: "SMS_WEBHOOK_NETWORKS",
    isValid: (text) => parseNetworks(text).length === text.split(/[,\s]+/).filter(Boolean).length,
    wanted: "a list of networks, such as 10.1.0.0/16, fd00:1::/32",
  },
];

/**
 * Checks the settings that the start passes on to the deployment, which would ignore a typo.
 */
function checkProductSettings(env: NodeJS.ProcessEnv): void {
  for (const { name, isValid, wanted } of PRODUCT_SETTINGS) {
    const text = env[name]?.trim();
    if (text && !isValid(text)) throw new Problem(`${name} is "${text}"; it must be ${wanted}.`);
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:/i.test(text);
}

/** @throws Problem when a mail setting is invalid, or two mail services are set */
function checkMail(env: NodeJS.ProcessEnv): void {
  const { SMS_SMTP_URL: url, SMS_MAIL_FROM: from, RESEND_API_KEY: resendKey } = env;
  if (url && resendKey) {
    throw new Problem("SMS_SMTP_URL and RESEND_API_KEY are both set; mail goes one way: set one.");
  }
  const parsed = url ? parseSmtpUrl(url) : null;
  if (parsed && "problem" in parsed) throw new Problem(parsed.problem);
  if (from && parseMailFrom(from) === null) {
    throw new Problem(
      `SMS_MAIL_FROM is "${from}"; it must be an e-mail address, or a name with one: SMS <sms@example.com>`,
    );
  }
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
    throw new Problem(`${reason}\n${COMMANDS.start} takes one option: ${COMMANDS.startEmpty}`);
  }
}

function readPort(text: string | undefined): number {
  if (!text) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Problem(`PORT is "${text}"; it must be a number from 1 to 65535.`);
}
