import { spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "./logs";
import { DamagedStoreError, StorageWriteError } from "./storage/errors";

/** Exit code of a server whose own code failed while serving (EX_SOFTWARE in sysexits.h). */
const FAILED_WHILE_SERVING = 70;
/** Variable set in the environment of a supervised program. */
const SUPERVISED = "ENGINE_SUPERVISED";
const STOP = "stop";
/** A program that ends sooner than this is restarted with a growing delay. */
const STABLE_MS = 2_000;
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
const ORPHAN_CHECK_MS = 500;

/**
 * Runs a program in a child process, and restarts it whenever it was killed (by the watchdog, by
 * lack of memory, by a fault in machine code) or failed while serving. The commit log lets the
 * server end at any moment, and clients reconnect and resend. A program that ends otherwise is not
 * restarted: it was stopped, could not start, or its disk or data is at fault.
 *
 * SIGINT and SIGTERM are passed on. If this process is killed, the program notices and stops.
 *
 * @param program file that Node runs; it shares this process's output
 * @param log receives a line before each restart
 * @param node path of the Node that runs it
 * @returns the exit code of the program
 */
export async function supervise(
  program: string,
  args: readonly string[],
  log: Pick<Logger, "error">,
  node = process.execPath,
): Promise<number> {
  let isStopping = false;
  let child: ReturnType<typeof start> | null = null;
  const stop = (signal: NodeJS.Signals) => {
    // A terminal sends SIGINT to both processes; the program must not receive it twice.
    if (isStopping) child?.process.kill(signal);
    else if (child?.process.connected) child.process.send(STOP, () => {});
    isStopping = true;
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  watchParent(() => stop("SIGTERM"));
  for (let pauseMs = 0; ;) {
    const startedAt = performance.now();
    child = start(node, program, args);
    const { code, signal } = await child.ended;
    if (signal === null && (isStopping || code !== FAILED_WHILE_SERVING)) return code ?? 1;
    if (signal !== null && isStopping) return 128 + constants.signals[signal];
    if (signal === null) log.error("the server failed and is started again");
    else log.error("the server was killed and is started again", { signal });
    const wasStable = performance.now() - startedAt > STABLE_MS;
    pauseMs = wasStable ? 0 : Math.min(MAX_PAUSE_MS, 2 * pauseMs + MIN_PAUSE_MS);
    if (pauseMs > 0) await pause(pauseMs);
    if (isStopping) return 0;
  }
}

let isServing = false;

/** Called once clients can connect: from now on, a failed server is restarted. */
export function markServing(): void {
  isServing = true;
}

/** Returns the exit code of a process that ends because of the uncaught `error`. */
export function exitCodeAfter(error: unknown): number {
  const isStorage = error instanceof StorageWriteError || error instanceof DamagedStoreError;
  return isServing && !isStorage ? FAILED_WHILE_SERVING : 1;
}

/** True in a program run by `supervise`, but not in the programs that it starts itself. */
export function isSupervised(): boolean {
  return process.env[SUPERVISED] === String(process.ppid);
}

/**
 * Calls `stop` once, on SIGINT, SIGTERM, or when the supervisor requests it or is gone. A second
 * signal ends the process immediately.
 */
export function onStopRequest(stop: () => void): void {
  let isStopping = false;
  const begin = () => {
    if (!isStopping) stop();
    isStopping = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(128 + constants.signals[signal]);
      begin();
    });
  }
  if (!process.connected) return watchParent(begin);
  process.on("message", (message) => {
    if (message === STOP) begin();
  });
  process.on("disconnect", begin);
  process.channel?.unref(); // the server keeps the process alive, not the channel
}

function start(node: string, program: string, args: readonly string[]) {
  const child = spawn(node, [...process.execArgv, program, ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [SUPERVISED]: String(process.pid) },
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve({ code, signal }));
    },
  );
  return { process: child, ended };
}

/**
 * Calls `onGone` when npm has ended, which under `npm start` is a request to stop: npm passes
 * SIGTERM on only to its shell, which ends and leaves this process behind.
 */
function watchParent(onGone: () => void): void {
  if (!process.env["npm_lifecycle_event"]) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    onGone();
  }, ORPHAN_CHECK_MS).unref();
}
