// @ts-check
import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Folder of the repository, without a trailing slash. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** A failure whose message is written for the person at the terminal; printed without a stack. */
export class Problem extends Error {}

/**
 * Runs a program from the repository's folder and waits for it to end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show`: prints the program's
 *   output as it arrives. Otherwise the output is buffered, and printed only if the program fails.
 * @returns {Promise<void>}
 * @throws {Problem} when it cannot be started or exits with a code other than 0
 */
export function run(command, args, { env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) =>
      reject(new Problem(`${command} could not be started: ${error.message}`)),
    );
    child.on("close", (code, signal) => {
      if (code === 0) return resolve();
      const text = Buffer.concat(output).toString().trim();
      const ending = signal ? `was stopped by ${signal}` : `ended with code ${code}`;
      reject(new Problem(`${[command, ...args].join(" ")} ${ending}${text && `\n${text}`}`));
    });
  });
}

/**
 * Runs a program from the repository's folder.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ timeoutMs?: number }} [limits] the program is killed after `timeoutMs`; 0: never
 * @returns {Promise<string>} its standard output, trimmed
 * @throws {Error} when it cannot be started or exits with a code other than 0
 */
export async function output(command, args, { timeoutMs = 0 } = {}) {
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, timeout: timeoutMs });
  return stdout.trim();
}

/**
 * Prints the name of a slow step, and how long it took.
 *
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function step(what, work) {
  const started = Date.now();
  process.stderr.write(`  ${what} … `);
  try {
    const result = await work();
    process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stderr.write("failed\n");
    throw error;
  }
}

/**
 * Runs a script's main function. Prints the message of a Problem and exits with code 1; any other
 * error is a bug and is printed with its stack.
 *
 * @param {() => Promise<void>} main
 */
export async function script(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
