// @ts-check
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { isUnreachable } from "./install.mjs";
import { npmPackage } from "./npmPackage.mjs";
import { PLATFORMS } from "./platforms.mjs";
import { root } from "./run.mjs";

/** First version of Node that SMS runs on without a fetched runtime. */
const WANTED_MAJOR = 24;
const FETCH_TIMEOUT_MS = 90_000;
const RUN_TIMEOUT_MS = 10_000;
/** Exists after an attempt that failed; the next one is made a day later. */
const FAILED = join(root, ".build", "runtime-failed");
/** Exists in the folder of a runtime that has run once. */
const WORKS = ".works";
const ORPHAN_CHECK_MS = 500;
const DAY_MS = 24 * 60 * 60_000;

/**
 * @typedef {{
 *   version?: string, platform?: string, env?: NodeJS.ProcessEnv, failedFile?: string,
 *   fetch?: typeof npmPackage, say?: (line: string) => void,
 * }} RuntimeOptions
 */

/**
 * Returns the path of the Node that runs the server and the commands. If the running Node is older
 * than 24, this is a release's runtime, fetched once from npm. Without network, or where npm has no
 * runtime for the platform, it is the running Node, and a line says why. SMS_RUNTIME=system chooses
 * the latter.
 *
 * @param {RuntimeOptions} [options] what tests replace
 */
export async function chosenRuntime({
  version = process.versions.node,
  platform = `${process.platform}-${process.arch}`,
  env = process.env,
  failedFile = FAILED,
  fetch = npmPackage,
  say = (line) => void process.stderr.write(`  ${line}\n`),
} = {}) {
  const runtime = PLATFORMS[platform];
  const isWanted = Number.parseInt(version) < WANTED_MAJOR && env["SMS_RUNTIME"] !== "system";
  if (!isWanted || !runtime || (await failedLately(failedFile))) return process.execPath;
  try {
    const onDownload = () => say(`Getting Node ${WANTED_MAJOR} from npm, once …`);
    const folder = await fetch(runtime, { timeoutMs: FETCH_TIMEOUT_MS, onDownload });
    const program = join(folder, runtime.file);
    if (!existsSync(join(folder, WORKS))) {
      // Not on a system with another C library, or a folder without the right to execute.
      await promisify(execFile)(program, ["--version"], { timeout: RUN_TIMEOUT_MS });
      await rm(failedFile, { force: true });
      await writeFile(join(folder, WORKS), "").catch(() => {}); // another user's folder
    }
    return program;
  } catch (error) {
    await writeFile(failedFile, "").catch(() => {});
    say(
      `SMS runs on Node ${version}, because ${reasonOf(error)}. The next try to get Node ${WANTED_MAJOR} is tomorrow; SMS_RUNTIME=system makes none.`,
    );
    return process.execPath;
  }
}

/**
 * Runs a program of dist/ with this process's arguments on the chosen runtime.
 *
 * @param {string} name
 */
export async function runBuilt(name) {
  const program = join(root, "dist", name);
  const runtime = await chosenRuntime();
  if (runtime === process.execPath) await import(pathToFileURL(program).href);
  else process.exitCode = await runOn(runtime, [program, ...process.argv.slice(2)]);
}

/**
 * Runs a program on another Node, which takes over the terminal and the pipes of this process.
 *
 * @param {string} runtime
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code, as a shell reports it
 */
export function runOn(runtime, args) {
  const child = spawn(runtime, args, { stdio: "inherit" });
  const stop = () => child.kill("SIGTERM");
  process.on("SIGTERM", stop);
  process.on("SIGHUP", () => child.kill("SIGHUP"));
  process.on("SIGINT", () => {}); // a terminal sends it to the program too
  // npm passes SIGTERM on only to its shell, which ends and leaves this process behind.
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check); // a second signal would end the program immediately
    stop();
  }, ORPHAN_CHECK_MS);
  if (!process.env["npm_lifecycle_event"]) clearInterval(check);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearInterval(check);
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}

/** @param {unknown} error */
function reasonOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  if (isUnreachable(text)) return "npm does not reach its registry";
  if (/** @type {{ killed?: boolean }} */ (error).killed) return "npm's registry is too slow";
  return `of this: ${text.trim().split("\n").at(-1)}`;
}

/** @param {string} file */
async function failedLately(file) {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < DAY_MS;
}
