import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { CliError, EXIT } from "./errors";

/**
 * Asks a question on the terminal. The question goes to stderr, so that stdout holds only the
 * result.
 *
 * @param option the flag that replaces the answer; named in the error if there is no terminal
 */
export async function ask(question: string, option: string): Promise<string> {
  return answer(question, option, process.stderr);
}

/** Like `ask`, but hides the typed text. */
export async function askHidden(question: string, option: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(process.stdin.isTTY ? question : "");
  try {
    return await answer("", option, nowhere);
  } finally {
    if (process.stdin.isTTY) process.stderr.write("\n");
  }
}

async function answer(question: string, option: string, output: NodeJS.WritableStream) {
  if (!process.stdin.isTTY) {
    throw new CliError(`There is no terminal to ask on: give ${option}.`, EXIT.usage);
  }
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const stopped = new AbortController();
  terminal.once("SIGINT", () => stopped.abort());
  try {
    return await terminal.question(question, { signal: stopped.signal });
  } catch (error) {
    // Node rejects with this code for Ctrl-D too, even without the signal.
    if ((error as NodeJS.ErrnoException).code !== "ABORT_ERR") throw error;
    throw new CliError("Stopped.", EXIT.refused, { cause: error });
  } finally {
    terminal.close();
  }
}

/** Reads all of stdin, without its last line break, for `--password-stdin`. */
export async function readStdin(): Promise<string> {
  return (await readAll(process.stdin)).replace(/\r?\n$/, "");
}
