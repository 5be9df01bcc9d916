import { spawn, type ChildProcess } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { PROGRAM } from "./sms";

/** A shell command that runs `sms`. */
export const SMS = `"${process.execPath}" "${PROGRAM}"`;

export type Terminal = {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly press: (key: string) => void;
  /** All output so far, with its control sequences. */
  readonly written: () => string;
  /** Waits until the output contains the text. */
  readonly shows: (text: string | RegExp) => Promise<void>;
};

/** Runs a shell command on a pseudo-terminal of its own (`script` of util-linux). */
export function openTerminal(words: string, env: NodeJS.ProcessEnv): Terminal {
  const terminal = spawn("script", ["-qefc", words, "/dev/null"], {
    env: { ...env, TERM: "xterm-256color" },
    stdio: "pipe",
  });
  let written = "";
  terminal.stdout.on("data", (piece: Buffer) => (written += piece.toString()));
  return {
    process: terminal,
    ended: new Promise((resolve) => terminal.once("close", resolve)),
    press: (key) => terminal.stdin.write(key),
    written: () => written,
    shows: (text) => expect.poll(() => stripVTControlCharacters(written)).toMatch(text),
  };
}
