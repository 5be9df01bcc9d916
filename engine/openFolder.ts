import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { compactIfGrown } from "./compact";
import { Database, type Clock } from "./commit/database";
import {
  modulesPath,
  openInstance,
  refuseMissingStore,
  refuseUnfinishedRestore,
  removeUnfinishedBackups,
  storePath,
  type Instance,
} from "./dataFolder";
import type { DeploymentOptions } from "./options";
import { Environment } from "./environment";
import { runIsolated, runOutside } from "./functions/isolation";
import { loadProject, type LoadedProject, type PushRequest } from "./functions/loading/loader";
import { loadingIsolate } from "./functions/loading/loadingIsolate";
import type { Logger } from "./logs";
import { freeBytesOf } from "./storage/diskSpace";
import { refuseUnfinishedRollback } from "./upgrade/rollBack";
import { convertFolder, upgradeFolder } from "./upgrade/upgradeFolder";

/** A data folder whose documents have the types of `project`'s schema. */
export interface OpenedFolder {
  readonly database: Database;
  readonly environment: Environment;
  readonly instance: Instance;
  readonly project: LoadedProject;
  /** Loads another project, or the same with other environment variables. */
  readonly load: (request: PushRequest) => Promise<LoadedProject>;
}

interface Opening {
  readonly options: DeploymentOptions;
  readonly pushRequest: PushRequest;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Opens a data folder and loads the functions. If their schema changes the type of stored
 * documents, upgrades the folder first: upgrade/upgradeFolder.ts.
 *
 * @throws DataFolderLockedError, SchemaMismatchError, Unsupported, or the error that a module
 *   throws while it loads
 */
export async function openFolder(opening: Opening): Promise<OpenedFolder> {
  const { options, pushRequest, log } = opening;
  const { dataDir, upgrades = {}, freeBytes = freeBytesOf } = options;
  await mkdir(dataDir, { recursive: true });
  await refuseUnfinishedRestore(dataDir);
  await refuseUnfinishedRollback(dataDir);
  await refuseMissingStore(dataDir);
  await convertFolder(dataDir, log, freeBytes);
  await compactIfGrown(dataDir, log, options.freeBytes);

  let parts = await openParts(opening);
  try {
    const loadWith = projectLoader(modulesPath(dataDir), log);
    const project = await loadWith(pushRequest, parts.environment);
    if (parts.database.changesStoredTypes(project.schema)) {
      await parts.database.close();
      await upgradeFolder(dataDir, { schema: project.schema, upgrades, log, freeBytes });
      parts = await openParts(opening);
    }
    const { environment } = parts;
    return { ...parts, project, load: (request) => loadWith(request, environment) };
  } catch (error) {
    await parts.database.close();
    throw error;
  }
}

async function openParts({ options, clock, log }: Opening) {
  const { dataDir, cloudUrl, siteUrl } = options;
  const database = await Database.open({
    path: storePath(dataDir),
    clock,
    onFatal: options.onFatal ?? throwUncaught,
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
    onDamage: ({ message }) => log.error("the data is damaged: nothing is saved", { message }),
  });
  try {
    await removeUnfinishedBackups(dataDir, log);
    const instance = await openInstance(dataDir, log);
    const environment = Environment.open(database, {
      CONVEX_CLOUD_URL: cloudUrl,
      CONVEX_SITE_URL: siteUrl,
    });
    await environment.set(
      Object.entries(options.environment ?? {}).map(([name, value]) => ({ name, value })),
    );
    return { database, instance, environment };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Empties `folder` and returns a function that loads a project, each time from a new subfolder,
 * because Node keeps imported modules forever.
 */
function projectLoader(folder: string, log: Logger) {
  rmSync(folder, { recursive: true, force: true });
  let loads = 0;
  return (request: PushRequest, environment: Environment): Promise<LoadedProject> =>
    runIsolated(loadingIsolate(environment, log), () =>
      loadProject(request, join(folder, String(++loads))),
    );
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
