import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { DamagedStoreError } from "./errors";
import { TREE_PROGRAM } from "./tree";

/**
 * Source that precedes every program. A program defines `answer(request)`, which may be
 * asynchronous. Each line of standard input is a request; each line of standard output is its
 * answer, or `{failed}` with the reason. The process ends when its standard input closes, and so
 * with its parent: a reader that outlived its server would keep pages from being reused.
 */
const BEGINNING = `
  ${TREE_PROGRAM}
  const [lmdb, path, parent] = process.argv.slice(1);
  const print = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
  require("node:readline")
    .createInterface({ input: process.stdin })
    .on("line", async (line) => {
      if (process.ppid !== Number(parent)) process.exit();
      try {
        print(await answer(JSON.parse(line)));
      } catch (error) {
        print({ failed: String(error.message ?? error), isDamage: error.isDamage !== false });
      }
    })
    .on("close", () => process.exit());
  /** Marks an error that is unrelated to the tree being read, such as a full disk. */
  function notDamage(error) {
    return Object.assign(error, { isDamage: false });
  }`;

interface Options {
  /**
   * JavaScript source that defines `answer`. It can use `lmdb`, `path` (the file) and `openTree`.
   */
  readonly program: string;
  /** LMDB's data file. */
  readonly file: string;
  /** Kills the process when aborted. */
  readonly signal?: AbortSignal | undefined;
}

interface Failure {
  readonly failed?: string;
  readonly isDamage?: boolean;
}

/**
 * Reads a tree in a child process: a damaged tree can lead LMDB outside the file, which ends that
 * process instead of the server. It can also be killed at any moment.
 */
export class TreeProcess {
  readonly #file: string;
  readonly #signal: AbortSignal | undefined;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #answers: AsyncIterator<string, undefined>;
  readonly #ended: Promise<string>;
  #errors = "";

  constructor({ program, file, signal }: Options) {
    this.#file = file;
    this.#signal = signal;
    const lmdb = createRequire(import.meta.url).resolve("lmdb");
    const env = { ...process.env };
    delete env["NODE_OPTIONS"]; // a loader of this process must not load there
    this.#child = spawn(
      process.execPath,
      ["-e", BEGINNING + program, lmdb, file, String(process.pid)],
      {
        stdio: ["pipe", "pipe", "pipe"],
        env,
        killSignal: "SIGKILL",
        ...(signal && { signal }),
      },
    );
    this.#child.stdin.on("error", () => {}); // the process has ended, which `ask` reports
    this.#child.stderr.on("data", (chunk: Buffer) => (this.#errors += chunk.toString()));
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#ended = new Promise((resolve) => {
      // An aborted process emits "error" too, before it has exited.
      this.#child.once("error", ({ message }) => {
        if (this.#child.pid === undefined) resolve(message);
      });
      this.#child.once("close", (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
    });
  }

  /**
   * Sends one request and returns the program's answer. Call it again only after it resolves.
   *
   * @throws DamagedStoreError naming the file; the signal's reason; Error when the program failed
   *   for another reason
   */
  async ask<Answer extends object>(request: object): Promise<Answer> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const line = await this.#answers.next();
    if (line.done) throw await this.#reasonOfEnd();
    const answer = JSON.parse(line.value) as Answer & Failure;
    if (answer.failed === undefined) return answer;
    if (answer.isDamage) throw new DamagedStoreError(`${this.#file} is damaged: ${answer.failed}.`);
    throw this.#failure(answer.failed);
  }

  /** Kills the process. Resolves when it has exited and released its snapshots of the tree. */
  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async #reasonOfEnd(): Promise<Error> {
    const ended = await this.#ended;
    if (this.#signal?.aborted) return this.#signal.reason as Error;
    if (this.#errors !== "") return this.#failure(this.#errors);
    return new DamagedStoreError(
      `${this.#file} is damaged: reading it ended the process (${ended}).`,
    );
  }

  #failure(reason: string): Error {
    return new Error(`${this.#file} could not be read or copied: ${reason}`);
  }
}

/** Starts a program on a tree, sends one request, and ends it. */
export async function askTree<Answer extends object>(
  request: object,
  options: Options,
): Promise<Answer> {
  const program = new TreeProcess(options);
  try {
    return await program.ask<Answer>(request);
  } finally {
    await program.end();
  }
}
