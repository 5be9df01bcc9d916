import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseCompanyDomain, parseEmail } from "#domain/common/email";
import { parseNetworks } from "#domain/common/networkAddress";
import { parseMailFrom } from "#domain/mail/mailFrom";
import { parseSmtpUrl } from "#domain/mail/smtpServer";
import type { BackupSettings } from "./backups/nightlyBackup";
import { COMMANDS } from "./commandNames";
import { misspelledSetting } from "./settingNames";

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
const MAX_NAME_LENGTH = 100;

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
  checkNames(env);
  // "localhost" may resolve to ::1 only, and some programs would then not find the server.
  const host = env["HOST"]?.replace(/^localhost$/, "127.0.0.1") || "127.0.0.1";
  if (/[/\s]/.test(host)) throw new Problem(`HOST is "${host}"; it must be an address or a name.`);
  const port = readPort(env["PORT"]);
  const dataDir = resolve(env["SMS_DATA_DIR"] || ".sms-data");
  checkValues(env);
  checkMail(env);
  return {
    host,
    port,
    dataDir,
    empty,
    backups: readBackups(env, dataDir),
    baseUrl: readBaseUrl(env["SMS_BASE_URL"] || `http://${displayHost(host)}:${port}`),
    allowedHosts: listOf(env[ALLOWED_HOSTS] ?? ""),
    isBehindProxy: env["SMS_BEHIND_PROXY"] === "1",
    contentSources: env["VITE_GOOGLE_MAPS_API_KEY"] ? GOOGLE_MAPS : [],
  };
}

function checkNames(env: NodeJS.ProcessEnv): void {
  const found = misspelledSetting(Object.keys(env));
  if (found === null) return;
  throw new Problem(`${found.name} is no setting of SMS. Did you mean ${found.meant}?`);
}

/** Items of a list separated by commas or spaces. */
const listOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

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
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new Problem(`SMS_BACKUP_DIR is ${resolve(folder)}, which is a file. Choose a folder.`);
  }
  return { folder: resolve(folder), command: command || null };
}

/** Returns the app's address without a trailing slash; pages and links are relative to its root. */
function readBaseUrl(text: string): string {
  const refuse = (why: string) => new Problem(`SMS_BASE_URL is "${text}", ${why}`);
  if (!URL.canParse(text)) throw refuse("which is not a web address.");
  const { protocol, host, origin, pathname, search, hash, username, password } = new URL(text);
  if (!["http:", "https:"].includes(protocol)) {
    throw refuse("which is not a web address: it must begin with https:// or http://");
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

/** A setting: a test of its values, and their description in words. */
type CheckedSetting = {
  readonly name: string;
  readonly isValid: (text: string) => boolean;
  readonly wanted: string;
};

/** Settings that would be ignored, or fail much later, if their value were wrong. */
const CHECKED_SETTINGS: readonly CheckedSetting[] = [
  {
    name: ALLOWED_HOSTS,
    isValid: (text) => listOf(text).every(isHostName),
    wanted: "a list of names such as sms.lab, sms, or * for all",
  },
  {
    name: "SMS_BEHIND_PROXY",
    isValid: (text) => ["0", "1"].includes(text),
    wanted: "1 behind a reverse proxy that sets X-Forwarded-For, and else left out",
  },
  { name: "SMS_RUNTIME", isValid: (text) => text === "system", wanted: "system, or left out" },
  { name: "SMS_LOG", isValid: (text) => text === "info", wanted: "info, or left out" },
  {
    name: "VITE_GOOGLE_MAPS_API_KEY",
    isValid: (text) => /^[\w-]+$/.test(text),
    wanted: "a key of letters, digits, - and _",
  },
  { name: "RESEND_API_KEY", isValid: (text) => /^\S+$/.test(text), wanted: "a key without spaces" },
  {
    name: "SMS_COMPANY_NAME",
    isValid: (text) => !/\p{Cc}/u.test(text) && text.length <= MAX_NAME_LENGTH,
    wanted: `one line of at most ${MAX_NAME_LENGTH} characters`,
  },
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
    isValid: (text) => parseNetworks(text).length === listOf(text).length,
    wanted: "a list of networks, such as 10.1.0.0/16, fd00:1::/32",
  },
];

function checkValues(env: NodeJS.ProcessEnv): void {
  for (const { name, isValid, wanted } of CHECKED_SETTINGS) {
    const text = env[name]?.trim();
    if (text && !isValid(text)) throw new Problem(`${name} is "${text}"; it must be ${wanted}.`);
  }
}

/** True for a host name, an IP address, an origin such as `https://sms.lab`, or `*`. */
function isHostName(text: string): boolean {
  if (text === "*" || isIP(text) !== 0) return true;
  const url = text.includes("://") ? text : `http://${text}`;
  return URL.canParse(url) && new URL(url).pathname === "/";
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
