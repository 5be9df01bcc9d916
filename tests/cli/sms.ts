import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { buildCommandLine } from "../../scripts/lib/build.mjs";

export const PROGRAM = fileURLToPath(new URL("../../dist/sms.mjs", import.meta.url));

export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Call in beforeAll: builds dist/sms.mjs unless it is fresh. */
export const built = buildCommandLine;

/** A terminal of its own: nobody is signed in, and no setting of the developer's reaches it. */
export function freshEnvironment(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const home = mkdtempSync(join(tmpdir(), "sms-home-"));
  const { PATH } = process.env;
  return { PATH, HOME: home, XDG_CONFIG_HOME: home, SMS_DATA_DIR: home, ...settings };
}

/** Starts `sms` piped, as a script would. */
export function startSms(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
}

/** Runs `sms` to its end. */
export async function sms(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdin = "",
): Promise<Ended> {
  return ending(startSms(args, env), stdin);
}

export async function ending(child: ChildProcess, stdin = ""): Promise<Ended> {
  child.stdin?.end(stdin);
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
  return { code: await code, stdout, stderr };
}

async function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream ? text(stream) : "";
}
