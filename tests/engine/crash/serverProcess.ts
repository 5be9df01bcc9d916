import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { END_WITH_RUNNER } from "../../support/endWithRunner";

/** The server as a child process, on a folder and port that outlive it. */
export class ServerProcess {
  #child: ChildProcess | null = null;
  #errors = "";

  constructor(
    readonly program: string,
    readonly dataDir: string,
    readonly bundle: string,
    readonly port: number,
  ) {}

  /** Starts without waiting. */
  spawn(): ChildProcess {
    const args = [...END_WITH_RUNNER, this.program, this.dataDir, this.bundle, String(this.port)];
    const child = spawn(process.execPath, args, { stdio: "pipe" });
    child.stderr.on("data", (chunk: Buffer) => (this.#errors += chunk.toString()));
    this.#child = child;
    return child;
  }

  /** Starts, and resolves when the server answers. */
  async start(): Promise<void> {
    const child = this.spawn();
    const exit = once(child, "exit").then(([code, signal]) => {
      throw new Error(`the server ended (${code ?? signal}) before it was ready:\n${this.#errors}`);
    });
    exit.catch(() => {}); // it ends eventually; only an early end matters
    await Promise.race([once(child.stdout!, "data"), exit]);
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exit = once(child, "exit");
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }
}
