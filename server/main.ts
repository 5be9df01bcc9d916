import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { storePath } from "../engine/dataFolder";
import { openDeployment, type Deployment } from "../engine/deployment";
import { bundleFunctions } from "../engine/functions/bundle";
import type { Logger } from "../engine/logs";
import { serve } from "../engine/serve";
import { stopOnRequest } from "../engine/stop";
import { watchDeployment } from "../engine/watchDeployment";
import {
  DamagedStoreError,
  DataFolderLockedError,
  SchemaMismatchError,
  StorageWriteError,
} from "../engine/storage/errors";
import { loadDemo, prepareDemo } from "./demo";
import { setEnvironment } from "./environment";
import { runMutation } from "./internalCalls";
import { logFunctions } from "./functionLog";
import { serverLogger, terminalLogger } from "./logger";
import { listenProblem } from "./port";
import { printWelcome } from "./welcome";
import { ALLOWED_HOSTS, Problem, readSettings, type Settings } from "./settings";
import { UPGRADES } from "./upgrades";

/**
 * Processor time that a function may hold the server, before the server is killed and started
 * again.
 */
const MAX_HOLD_MS = 10_000;

/**
 * Starts the server of `npm start` in this process, and returns once it is ready. It runs until
 * SIGINT, SIGTERM or the end of the process that started it.
 *
 * @param root the repository's folder
 * @param args of `npm start -- …`
 * @param isDevelopment functions are reloaded when their files change, and another server has the
 *   pages
 */
export async function start(
  root: string,
  args: readonly string[],
  { isDevelopment = false } = {},
): Promise<void> {
  // Files are readable by their owner only, also in a data folder that somebody else made.
  process.umask(0o077);
  try {
    const settings = readSettings(process.env, args);
    await startServer(root, settings, isDevelopment);
  } catch (error) {
    const message = messageForPerson(error);
    if (message === null) throw error;
    process.stderr.write(`\n${message}\n`);
    process.exitCode = 1;
  }
}

async function startServer(
  root: string,
  settings: Settings,
  isDevelopment: boolean,
): Promise<void> {
  await makeDataFolder(settings.dataDir);
  const isNew = !existsSync(storePath(settings.dataDir));
  const demo = await prepareDemo(settings, isNew, process.env);
  const out = join(root, ".build", isDevelopment ? "dev-functions.json" : "functions.json");
  const { path } = await bundleFunctions({ root, out });
  const log = serverLogger(process.env);
  const deployment = await openDeployment({
    dataDir: settings.dataDir,
    pushRequest: path,
    upgrades: UPGRADES,
    cloudUrl: settings.baseUrl,
    siteUrl: settings.baseUrl,
    // Details of a bug are for the log; in a demo the person at the browser is the one who reads
    // it.
    redactErrors: demo === null,
    log,
    // A breakpoint holds the thread, too.
    ...(!isDevelopment && { watchdog: { limitMs: MAX_HOLD_MS, logFd: process.stderr.fd } }),
  });
  logFunctions(deployment.logs, log);
  const stop = stopOnRequest();
  stop.closeOnStop(deployment);
  try {
    await setEnvironment(deployment, settings, demo);
    // Before anybody can connect: no page ever shows half a demo.
    if (demo) await loadDemo(deployment, settings.dataDir, demo);
    await runMutation(deployment, "sampleFeed:startRun", {});
    stop.closeOnStop(
      await listen(deployment, settings, isDevelopment ? null : join(root, "dist", "web"), log),
    );
    if (isDevelopment) {
      const watcher = await watchDeployment(deployment, { root, out, log: terminalLogger });
      stop.closeOnStop(watcher);
    }
    await printWelcome(deployment, settings, demo);
  } catch (error) {
    if (stop.isStopping) return; // somebody stopped it while the demo was loading
    await stop.closeAll();
    throw error;
  }
}

/** Makes the data folder, readable by its owner only: it holds all data and the admin key. */
async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = (error as Error).message;
    throw new Problem(`SMS_DATA_DIR is ${dataDir}, which cannot be made a folder: ${reason}`);
  }
}

async function listen(
  deployment: Deployment,
  settings: Settings,
  staticDir: string | null,
  log: Logger,
) {
  const { host, port, baseUrl, allowedHosts, isBehindProxy, contentSources } = settings;
  try {
    return await serve({
      deployment,
      host,
      port,
      ...(staticDir !== null && { staticDir }),
      allowedOrigins: [new URL(baseUrl).origin],
      allowedHosts,
      allowedHostsSetting: ALLOWED_HOSTS,
      isBehindProxy,
      contentSources,
      log,
    });
  } catch (error) {
    throw listenProblem(error, settings);
  }
}

/** Errors whose message says what to do. */
const EXPECTED_ERRORS = [
  Problem,
  DataFolderLockedError,
  DamagedStoreError,
  SchemaMismatchError,
  StorageWriteError,
];

/**
 * Codes of a file system that refuses: no right, read-only, full, failing, or something else there.
 */
const FILE_ERRORS = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO", "ENOTDIR", "EEXIST"];

/** Returns the message to print, or null for a bug, which keeps its stack. */
function messageForPerson(error: unknown): string | null {
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (!FILE_ERRORS.includes(code ?? "")) return null;
  // It may be a file of the data folder, or one that the build or the bundle made.
  return `A file or folder cannot be used: ${message}. Mend that; SMS_DATA_DIR names another data folder.`;
}
