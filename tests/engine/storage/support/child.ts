import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/**
 * Runs a program (`builtProgram`) in a child process, killed when the test ends. `prelude` is shell
 * text before the command, such as a limit.
 */
export function startChild(program: string, args: string[], prelude = ""): Child {
  const command = `${prelude} exec ${process.execPath} "$0" "$@"`;
  const child = spawn("bash", ["-c", command, program, ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return new Child(child);
}

export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string, undefined>;
  readonly exit: Promise<void>;
  #errors = "";

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#process = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.exit = new Promise((resolve) => child.once("exit", () => resolve()));
    child.stderr.on("data", (text) => (this.#errors += String(text)));
  }

  /** Resolves to the next line it prints, parsed; null when it has ended. */
  async line<T>(): Promise<T | null> {
    const line = await this.#lines.next();
    return line.done ? null : (JSON.parse(line.value) as T);
  }

  /** Resolves to the next line, which must exist. */
  async lineOrThrow<T>(): Promise<T> {
    const line = await this.line<T>();
    if (line === null) throw new Error(`The child process ended: ${this.#errors}`);
    return line;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.exit;
  }
}
