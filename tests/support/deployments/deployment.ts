import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { END_WITH_RUNNER } from "../endWithRunner";
import { freePort } from "../freePort";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const DEMO_PASSWORD = "Demo-pass-1!";

/** The product as people start it: `npm start` in its own process group, on real disk. */
export class RunningProduct {
  #process: ChildProcess | null = null;
  #output = "";
  #log = "";

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    readonly args: readonly string[],
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /**
   * Starts on a free port with a new data folder, and resolves when it answers.
   *
   * @param options.copyOf folder to copy first; no process may have it open
   */
  static async start(
    options: {
      args?: readonly string[];
      environment?: Record<string, string>;
      copyOf?: string;
    } = {},
  ): Promise<RunningProduct> {
    const dataDir = await mkdtemp(join(tmpdir(), "sms-e2e-"));
    if (options.copyOf !== undefined) await copyFolder(options.copyOf, dataDir);
    const product = new RunningProduct(
      dataDir,
      await freePort(),
      options.args ?? [],
      options.environment ?? {},
    );
    await product.resume();
    return product;
  }

  get url() {
    return `http://localhost:${this.port}`;
  }

  /** The server's log of all starts: its lines of JSON. */
  get log(): readonly string[] {
    return this.#log.split("\n").filter((line) => line.startsWith("{"));
  }

  /** Environment in which the CLI and scripts reach this product. */
  get clientEnvironment(): NodeJS.ProcessEnv {
    return { ...process.env, SMS_URL: this.url, SMS_DATA_DIR: this.dataDir, NO_COLOR: "1" };
  }

  /** Starts again on the same folder and port. */
  async resume(): Promise<void> {
    const child = spawn(process.execPath, [...END_WITH_RUNNER, "scripts/start.mjs", ...this.args], {
      cwd: ROOT,
      detached: true, // a group of its own, so that kill() reaches all child processes
      stdio: "pipe",
      env: {
        ...process.env,
        PORT: String(this.port),
        SMS_DATA_DIR: this.dataDir,
        SMS_DEMO_PASSWORD: DEMO_PASSWORD,
        ...this.environment,
      },
    });
    this.#process = child;
    const keep = (text: Buffer) => (this.#output += text.toString());
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.stderr.on("data", (text: Buffer) => (this.#log += text.toString()));
    await this.#answering(child);
  }

  /** `kill -9`: no handler runs, nothing is flushed at the end. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "close"); // waits for the server, too, which shares the pipe
    process.kill(-child.pid, signal);
    await gone;
    this.#process = null;
  }

  async stop(): Promise<void> {
    await this.kill("SIGTERM");
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #answering(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + 120_000; // the first start builds web/ and the bundle
    while (Date.now() < deadline) {
      if (child.exitCode !== null) break;
      // "SMS is running" is the last line of a start, after loading the demo data.
      const ready = this.#output.includes("SMS is running") && (await answers(this.url));
      if (ready) {
        this.#output = "";
        return;
      }
      await pause(50);
    }
    throw new Error(`the product did not start; it said:\n${this.#output}`);
  }
}

/** Copies the folder without its lock, which is a socket. */
export function copyFolder(from: string, to: string): Promise<void> {
  const isFile = async (path: string) => !(await lstat(path)).isSocket();
  return cp(from, to, { recursive: true, filter: isFile });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/version`)).ok;
  } catch {
    return false;
  }
}
