import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { storePath } from "../engine/dataFolder";
import { openDeployment, type Deployment } from "../engine/deployment";
import { bundleFunctions } from "../engine/functions/loading/bundle";
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
import { BackupSchedule } from "./backups/schedule";
import { IS_RELEASE } from "./commandNames";
import { keepCompiledCode } from "./compiledCode";
import { loadDemo, prepareDemo } from "./demo";
import { setEnvironment } from "./environment";
import { appGauges } from "./gauges";
import { runAction, runMutation } from "./internalCalls";
import { logFunctions } from "./functionLog";
import { serverLogger, terminalLogger } from "./logger";
import { listenProblem } from "./port";
import { printWelcome } from "./welcome";
import { ALLOWED_HOSTS, Problem, readSettings, type Settings } from "./settings";
import { UPGRADES } from "./upgrades";

/**
 * CPU time for which a function may occupy the server's thread before the watchdog kills and
 * restarts the server.
 */
const MAX_HOLD_MS = 10_000;

/**
 * Starts the server of `npm start` in this process, and returns once it is ready. The server runs
 * until SIGINT, SIGTERM or the end of its parent process.
 *
 * @param root folder of the repository, or of an installed release
 * @param args of `npm start -- …`
 * @param isDevelopment reloads functions when their files change, and serves no pages
 */
export async function start(
  root: string,
  args: readonly string[],
  { isDevelopment = false } = {},
): Promise<void> {
  // Only the owner may read files, even in a data folder created by someone else.
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
  // A release has no sources to bundle.
  const pushRequest = IS_RELEASE
    ? join(root, "functions.json")
    : (await bundleFunctions({ root, out })).path;
  // In development every reload would be kept.
  if (!isDevelopment) keepCompiledCode(settings.dataDir, pushRequest);
  const log = serverLogger(process.env);
  const deployment = await openDeployment({
    dataDir: settings.dataDir,
    pushRequest,
    upgrades: UPGRADES,
    cloudUrl: settings.baseUrl,
    siteUrl: settings.baseUrl,
    // Details of a bug belong in the log. In a demo, the person at the browser is also the
    // operator.
    redactErrors: demo === null,
    log,
    // No watchdog in development: a breakpoint occupies the thread too.
    ...(!isDevelopment && { watchdog: { limitMs: MAX_HOLD_MS, logFd: process.stderr.fd } }),
  });
  logFunctions(deployment.logs, deployment.functions, log);
  const stop = stopOnRequest();
  stop.closeOnStop(deployment);
  try {
    await setEnvironment(deployment, settings, demo);
    // Load the demo before clients can connect, so that no page shows a partial demo.
    if (demo) await loadDemo(deployment, settings.dataDir, demo);
    await runMutation(deployment, "sampleFeed:startRun", {});
    const { isNew, state } = deployment.kept;
    if (isNew && state !== null) {
      const { bytes, until } = state;
      await runMutation(deployment, "operations:upgraded", { bytes, until });
    }
    stop.closeOnStop(
      await listen(deployment, settings, isDevelopment ? null : join(root, "dist", "web"), log),
    );
    if (settings.backups) {
      const engine = join(root, "dist", "engine.mjs");
      stop.closeOnStop(new BackupSchedule({ deployment, settings: settings.backups, engine, log }));
    }
    if (isDevelopment) {
      const watcher = await watchDeployment(deployment, { root, out, log: terminalLogger });
      stop.closeOnStop(watcher);
    }
    await printWelcome(deployment, settings, demo);
    await warnOfIssuer(deployment, log);
  } catch (error) {
    if (stop.isStopping) return; // a signal stopped it while the demo was loading
    await stop.closeAll();
    throw error;
  }
}

/** Logs why sign-in through the issuer fails now. The server runs on: the issuer may come back. */
async function warnOfIssuer(deployment: Deployment, log: Logger): Promise<void> {
  if (deployment.environment.get("SMS_OIDC_ISSUER") === null) return;
  const reason = await runAction(deployment, "issuer:probe", {});
  if (reason === null) return;
  log.warn("the issuer of SMS_OIDC_ISSUER cannot be used now", { reason });
}

/**
 * Creates the data folder, readable only by its owner because it holds all data and the admin key.
 */
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
      healthQuery: "operations:state",
      gauges: appGauges(deployment),
      log,
    });
  } catch (error) {
    throw listenProblem(error, settings);
  }
}

/** Errors whose message explains what to do. */
const EXPECTED_ERRORS = [
  Problem,
  DataFolderLockedError,
  DamagedStoreError,
  SchemaMismatchError,
  StorageWriteError,
];

/** File system errors: no permission, read-only, full, failing, or another file in the way. */
const FILE_ERRORS = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO", "ENOTDIR", "EEXIST"];

/** Returns the message to print, or null for a bug, which is printed with its stack. */
function messageForPerson(error: unknown): string | null {
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (!FILE_ERRORS.includes(code ?? "")) return null;
  // The message may name a file of the data folder, of the build, or of the bundler.
  return `A file or folder cannot be used: ${message}. Mend that; SMS_DATA_DIR names another data folder.`;
}
