import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Database } from "./commit/database";
import { filesPath, modulesPath } from "./dataFolder";
import type { Environment } from "./environment";
import { FileStorage } from "./files/storage";
import { UploadTokens } from "./files/uploadTokens";
import { CursorSeal } from "./functions/cursors";
import { realNow } from "./functions/isolation";
import type { PushRequest } from "./functions/loading/loader";
import { FunctionRunner } from "./functions/runner";
import type { AuthProviderJson } from "./functions/types";
import { checkCrons, Crons } from "./jobs/crons";
import { JobQueue } from "./jobs/queue";
import { Retention } from "./jobs/retention";
import { Scrub } from "./jobs/scrub";
import { Scheduler } from "./jobs/scheduler";
import { Quarantine } from "./watchdog/quarantine";
import { Watchdog } from "./watchdog/watchdog";
import { LogStream, silentLogger, type Logger } from "./logs";
import { openFolder, type OpenedFolder } from "./openFolder";
import type { DeploymentOptions } from "./options";
import { freeBytesOf } from "./storage/diskSpace";
import { KeptState } from "./upgrade/keptState";

/** An open deployment: all parts except the network, which `serve` adds. */
export interface Deployment {
  readonly dataDir: string;
  readonly database: Database;
  readonly functions: FunctionRunner;
  readonly files: FileStorage;
  readonly scrub: Scrub;
  readonly quarantine: Quarantine;
  /** The state before the latest upgrade. */
  readonly kept: KeptState;
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
  const { clock = systemClock, log = silentLogger } = options;
  const pushRequest = await readPushRequest(options.pushRequest);
  const folder = await openFolder({ options, pushRequest, clock, log });
  const closers: Closers = [() => folder.database.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    warnOfWrongDates(folder.database, clock, log);
    return await startParts({ ...folder, options, pushRequest, clock, log, closers, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Functions that close the opened parts, in order of opening; they are called in reverse. */
type Closers = (() => Promise<void> | void)[];

interface Starting extends OpenedFolder {
  readonly options: DeploymentOptions;
  readonly pushRequest: PushRequest;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closers: Closers;
  readonly close: () => Promise<void>;
}

/** Creates all parts of a deployment on its open folder, and adds their closers to `closers`. */
async function startParts(starting: Starting): Promise<Deployment> {
  const { options, database, environment, instance, load, clock, log, closers, close } = starting;
  const { dataDir, cloudUrl } = options;
  const secret = Buffer.from(instance.secret, "hex");
  let { pushRequest, project } = starting;
  // After `openFolder`, only indexes are left to change, and types of tables without any so far.
  await database.applySchema(project.schema, options.upgrades);
  const kept = await KeptState.open({ dataDir, clock, log });
  closers.push(() => kept.close());

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
    sourceRoot: modulesPath(dataDir),
  });
  const { scheduler, crons, scrub } = startJobs(starting, { functions, jobs, filesFolder });

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
    kept,
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
  { database, clock, log, closers }: Starting,
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
