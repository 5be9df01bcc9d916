import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** A failure told in plain words at the terminal, without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** What `npm start` was asked for. README has the table. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Without demo data. */
  readonly empty: boolean;
  /** Where browsers and links in mail find the app. */
  readonly baseUrl: string;
};

const DEFAULT_PORT = 3210;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Whether only this computer reaches `host`. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** @throws Problem naming the setting that is wrong */
export function readSettings(env: NodeJS.ProcessEnv, args: readonly string[]): Settings {
  const { empty } = readArguments(args);
  const host = env["HOST"] || "localhost";
  const port = readPort(env["PORT"]);
  const baseUrl =
    env["SMS_BASE_URL"] || `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(baseUrl))
    throw new Problem(`SMS_BASE_URL is "${baseUrl}", which is no web address.`);
  return { host, port, dataDir: resolve(env["SMS_DATA_DIR"] || ".sms-data"), empty, baseUrl };
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
