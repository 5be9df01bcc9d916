// @ts-check
import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The repository's folder, without a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** A failure whose message is written for the person at the terminal: no stack is shown. */
export class Problem extends Error {}

/**
 * Runs a program from the repository's folder and waits for it to end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show`: its output goes to the
 *   terminal as it comes. Otherwise it is kept back, and shown only should the program fail.
 * @returns {Promise<void>}
 * @throws {Problem} when it cannot be started or ends with another code than 0
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
 * @returns {Promise<string>} its standard output, trimmed
 * @throws when it cannot be started or ends with another code than 0
 */
export async function output(command, args) {
  const { stdout } = await promisify(execFile)(command, args, { cwd: root });
  return stdout.trim();
}

/**
 * Says what takes a while, and how long it took.
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
 * Runs a script's main function. A problem is told in plain words and ends with code 1; anything
 * else is a bug and keeps its stack.
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
