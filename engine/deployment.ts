import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { compactIfGrown } from "./compact";
import { Database, type Clock, type Upgrades } from "./commit/database";
import {
  filesPath,
  openInstance,
  announceUpgrade,
  refuseMissingStore,
  refuseUnfinishedRestore,
  removeUnfinishedBackups,
  storePath,
} from "./dataFolder";
import { Environment } from "./environment";
import { FileStorage } from "./files/storage";
import { UploadTokens } from "./files/uploadTokens";
import { CursorSeal } from "./functions/cursors";
import { realNow, runIsolated, runOutside } from "./functions/isolation";
import { loadProject, type LoadedProject, type PushRequest } from "./functions/loading/loader";
import { loadingIsolate } from "./functions/loading/loadingIsolate";
import { FunctionRunner } from "./functions/runner";
import type { AuthProviderJson } from "./functions/types";
import { checkCrons, Crons } from "./jobs/crons";
import { JobQueue } from "./jobs/queue";
import { Retention } from "./jobs/retention";
import { Scrub } from "./jobs/scrub";
import { Scheduler } from "./jobs/scheduler";
import { Quarantine } from "./watchdog/quarantine";
import { Watchdog, type WatchdogOptions } from "./watchdog/watchdog";
import { LogStream, silentLogger, type Logger } from "./logs";
import { freeBytesOf } from "./storage/diskSpace";

export interface DeploymentOptions {
  /**
   * Folder of all data: store/, files/, instance.json, and modules/, which every start rewrites.
   */
  readonly dataDir: string;
  /** Push request written by `bundleFunctions`, or the path of its file. */
  readonly pushRequest: string | PushRequest;
  /** Origins at which clients reach the API and the HTTP actions. */
  readonly cloudUrl: string;
  readonly siteUrl: string;
  /** Functions that upgrade documents of earlier versions of the project. */
  readonly upgrades?: Upgrades;
  /** Environment variables to set before the functions are loaded. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Hides the messages of bugs from clients, as production deployments of Convex do: clients get
   * only an id.
   */
  readonly redactErrors?: boolean;
  readonly clock?: Clock;
  readonly log?: Logger;
  /**
   * Kills the process when a function occupies its thread for too long. Undefined: such a function
   * blocks the server forever.
   */
  readonly watchdog?: WatchdogOptions;
  /** Called when the disk has failed and the process must exit. Default: an uncaught exception. */
  readonly onFatal?: (error: Error) => void;
  /** Returns the free bytes of the disk that holds `path`. Default: asks the file system. */
  readonly freeBytes?: (path: string) => number;
}

/** An open deployment: all parts except the network, which `serve` adds. */
export interface Deployment {
  readonly dataDir: string;
  readonly database: Database;
  readonly functions: FunctionRunner;
  readonly files: FileStorage;
  readonly scrub: Scrub;
  readonly quarantine: Quarantine;
  readonly environment: Environment;
  readonly logs: LogStream;
  readonly authConfig: readonly AuthProviderJson[];
  readonly adminKey: string;
  readonly instanceName: string;
  /** Returns the free bytes of the disk that holds the data folder. */
  freeBytes(): number;
  /**
   * Replaces the functions, schema, crons and auth providers with those of another push request
   * while clients stay connected. Mutations called meanwhile wait; calls in progress finish with
   * the functions they began with. Every load stays in memory until the process ends.
   *
   * @throws SchemaMismatchError, Unsupported, or the error of a module; the old functions then
   *   remain
   */
  reload(pushRequest: string | PushRequest): Promise<void>;
  /** Calls `listener` when new functions or environment variables have taken effect. */
  onReload(listener: () => void): void;
  /** Waits briefly for running jobs, then closes the store. */
  close(): Promise<void>;
}

const systemClock: Clock = { now: realNow };

/**
 * Opens the data folder, loads the functions, applies their schema to the store and starts the
 * jobs.
 *
 * @throws DataFolderLockedError, SchemaMismatchError, Unsupported, or the error that a module
 *   throws while it loads; the data is unchanged
 */
export async function openDeployment(options: DeploymentOptions): Promise<Deployment> {
  const { dataDir, clock = systemClock, log = silentLogger } = options;
  const pushRequest = await readPushRequest(options.pushRequest);
  await mkdir(dataDir, { recursive: true });
  await refuseUnfinishedRestore(dataDir);
  await refuseMissingStore(dataDir);
  await announceUpgrade(dataDir, log);
  await compactIfGrown(dataDir, log, options.freeBytes);
  const database = await Database.open({
    path: storePath(dataDir),
    clock,
    onFatal: options.onFatal ?? throwUncaught,
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
    onDamage: ({ message }) => log.error("the data is damaged: nothing is saved", { message }),
  });
  const closers: Closers = [() => database.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    warnOfWrongDates(database, clock, log);
    return await startParts({ options, pushRequest, database, clock, log, closers, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Functions that close the opened parts, in order of opening; they are called in reverse. */
type Closers = (() => Promise<void> | void)[];

interface OpenedFolder {
  readonly options: DeploymentOptions;
  readonly pushRequest: PushRequest;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closers: Closers;
  readonly close: () => Promise<void>;
}

/** Creates all parts of a deployment on its open database, and adds their closers to `closers`. */
async function startParts(opened: OpenedFolder): Promise<Deployment> {
  const { options, database, clock, log, closers, close } = opened;
  const { dataDir, cloudUrl, siteUrl } = options;
  await removeUnfinishedBackups(dataDir, log);
  const instance = await openInstance(dataDir, log);
  const secret = Buffer.from(instance.secret, "hex");
  const environment = Environment.open(database, {
    CONVEX_CLOUD_URL: cloudUrl,
    CONVEX_SITE_URL: siteUrl,
  });
  await environment.set(
    Object.entries(options.environment ?? {}).map(([name, value]) => ({ name, value })),
  );

  let { pushRequest } = opened;
  const modules = join(dataDir, "modules");
  const load = await projectLoader(modules, environment, log);
  let project = await load(pushRequest);
  await database.applySchema(project.schema, options.upgrades);

  const filesFolder = filesPath(dataDir);
  const tokens = new UploadTokens(secret, clock);
  const files = await FileStorage.open({
    folder: filesFolder,
    database,
    tokens,
    cloudUrl,
    log,
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
  });
  const logs = new LogStream();
  const jobs = new JobQueue(clock);
  const heldCalls = join(dataDir, "held-calls.jsonl");
  const quarantine = new Quarantine(heldCalls, realNow());
  const watchdog = options.watchdog ? new Watchdog(heldCalls, options.watchdog) : null;
  if (watchdog) closers.push(() => watchdog.close());
  const functions = new FunctionRunner({
    services: {
      database,
      clock,
      environment,
      files,
      jobs,
      cursors: new CursorSeal(secret),
      instanceName: instance.name,
      redactsErrors: options.redactErrors ?? false,
      log,
      watchdog,
      quarantine,
    },
    project,
    logs,
    sourceRoot: modules,
  });
  const { scheduler, crons, scrub } = startJobs(opened, { functions, jobs, filesFolder });

  const reloadListeners = new Set<() => void>();
  const reload = oneAtATime(async (request: PushRequest) => {
    const loaded = await load(request);
    checkCrons(loaded.crons, loaded.functions);
    await database.applySchema(loaded.schema, options.upgrades);
    functions.replaceProject(loaded);
    project = loaded;
    pushRequest = request;
    await crons.replace(project.crons, project.functions);
    for (const listener of reloadListeners) listener();
  });
  environment.onChange(() => reload(pushRequest));
  await scheduler.start();
  await crons.replace(project.crons, project.functions);

  return {
    dataDir,
    database,
    functions,
    files,
    scrub,
    quarantine,
    environment,
    logs,
    get authConfig() {
      return project.authConfig;
    },
    adminKey: instance.adminKey,
    instanceName: instance.name,
    freeBytes: () => (options.freeBytes ?? freeBytesOf)(dataDir),
    reload: async (request) => reload(await readPushRequest(request)),
    onReload: (listener) => void reloadListeners.add(listener),
    close,
  };
}

interface JobParts {
  readonly functions: FunctionRunner;
  readonly jobs: JobQueue;
  readonly filesFolder: string;
}

/** Starts the background jobs, which run without a caller, and adds their closers to `closers`. */
function startJobs(
  { database, clock, log, closers }: OpenedFolder,
  { functions: runner, jobs, filesFolder }: JobParts,
) {
  const scheduler = new Scheduler({ database, runner, jobs, clock, log });
  closers.push(() => scheduler.stop());
  const crons = new Crons({ database, jobs, clock, log });
  closers.push(() => crons.stop());
  const retention = new Retention(database, clock, log);
  closers.push(() => retention.stop());
  const scrub = new Scrub({ database, filesFolder, clock, log });
  closers.push(() => scrub.stop());
  return { scheduler, crons, scrub };
}

/**
 * Empties `folder` and returns a function that loads a project, each time from a new subfolder,
 * because Node keeps imported modules forever.
 */
async function projectLoader(folder: string, environment: Environment, log: Logger) {
  await rm(folder, { recursive: true, force: true });
  let loads = 0;
  return (request: PushRequest): Promise<LoadedProject> =>
    runIsolated(loadingIsolate(environment, log), () =>
      loadProject(request, join(folder, String(++loads))),
    );
}

/** Serializes calls of `work`: each waits for earlier ones, whether they succeed or fail. */
function oneAtATime<Argument>(work: (argument: Argument) => Promise<void>) {
  let last = Promise.resolve();
  return (argument: Argument): Promise<void> => {
    const done = last.then(() => work(argument));
    last = done.catch(() => {});
    return done;
  };
}

/** Clocks synchronized by time servers differ by less. */
const CLOCK_TOLERANCE_MS = 60_000;

function warnOfWrongDates(database: Database, clock: Clock, log: Logger): void {
  const aheadMs = database.aheadOfClockMs;
  if (aheadMs < CLOCK_TOLERANCE_MS) return;
  const clockMs = clock.now();
  log.warn(
    "the newest data is dated ahead of this machine's clock; until then new data gets its date too",
    {
      newestData: new Date(clockMs + aheadMs).toISOString(),
      clock: new Date(clockMs).toISOString(),
    },
  );
}

async function readPushRequest(request: string | PushRequest): Promise<PushRequest> {
  if (typeof request !== "string") return request;
  return JSON.parse(await readFile(request, "utf8")) as PushRequest;
}

/**
 * Throws outside any function: a commit runs in the async context of the function that made it,
 * which is not at fault.
 */
function throwUncaught(error: Error): void {
  runOutside(() =>
    queueMicrotask(() => {
      throw error;
    }),
  );
}
