import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { buildCommandLine } from "../../../scripts/lib/build.mjs";

export const PROGRAM = fileURLToPath(new URL("../../../dist/sms.mjs", import.meta.url));

export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Call in beforeAll: builds dist/sms.mjs unless it is up to date. */
export const built = buildCommandLine;

/** A clean environment: no one is signed in, and the developer's settings are not inherited. */
export function freshEnvironment(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const home = mkdtempSync(join(tmpdir(), "sms-home-"));
  const { PATH } = process.env;
  return { PATH, HOME: home, XDG_CONFIG_HOME: home, SMS_DATA_DIR: home, ...settings };
}

/** Starts `sms` with pipes, like a script. */
export function startSms(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
}

let runs = 0;
let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs `sms` to its end in this process, one run at a time: importing the built program again takes
 * a tenth of the time of a new process. Use `startSms` for a command that is killed, that outlives
 * a pipe, or that must run concurrently.
 */
export function sms(args: readonly string[], env: NodeJS.ProcessEnv, stdin = ""): Promise<Ended> {
  const ended = lastRun.then(() => runHere(args, env, stdin));
  lastRun = ended.catch(() => undefined);
  return ended;
}

async function runHere(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdin: string,
): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const { exitCode } = process;
  process.exitCode = undefined;
  const giveBack = replaceInProcess({
    argv: [process.execPath, PROGRAM, ...args],
    env,
    stdin: Readable.from([stdin]),
    stdout,
    stderr,
  });
  let code: number;
  try {
    runs += 1;
    await import(`${PROGRAM}?run=${runs}`);
    code = Number(process.exitCode ?? 0);
  } finally {
    giveBack();
    process.exitCode = exitCode;
    stdout.end();
    stderr.end();
  }
  const [stdoutText, stderrText] = await written;
  return { code, stdout: stdoutText, stderr: stderrText };
}

/** Replaces properties of `process`. @returns a function that restores them */
function replaceInProcess(properties: Readonly<Record<string, unknown>>): () => void {
  const names = Object.keys(properties);
  const earlier = names.map((name) => Object.getOwnPropertyDescriptor(process, name));
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(process, name, { value, configurable: true, writable: true });
  }
  return () =>
    names.forEach((name, index) => Object.defineProperty(process, name, earlier[index] ?? {}));
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
