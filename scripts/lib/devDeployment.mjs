// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./run.mjs";

const PROGRAM = join(root, "scripts", "lib", "devDeploymentProcess.mjs");

/**
 * The deployment of `npm run dev`, in a child process, so that it can be restarted with new code.
 */
export class DevDeployment {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;

  /**
   * @param {NodeJS.ProcessEnv} env settings as for `npm start`
   * @param {() => void} onFailure called when the process ends without `stop`
   */
  constructor(env, onFailure) {
    this.env = env;
    this.onFailure = onFailure;
  }

  get isRunning() {
    return this.#process !== null;
  }

  start() {
    const child = spawn(process.execPath, ["--enable-source-maps", PROGRAM], {
      cwd: root,
      env: this.env,
      stdio: ["ignore", "inherit", "inherit"],
      // Ctrl-C signals the terminal's whole process group; only `stop` may end this process.
      detached: true,
    });
    this.#process = child;
    child.once("exit", () => {
      if (this.#process !== child) return;
      this.#process = null;
      this.onFailure();
    });
  }

  /** Resolves when the process has ended, having told sockets to reconnect and closed the store. */
  async stop() {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  async restart() {
    await this.stop();
    this.start();
  }
}
