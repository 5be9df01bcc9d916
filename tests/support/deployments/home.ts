import { existsSync, readdirSync, rmSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { DAY_MS } from "#domain/common/durations";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
import {
  writeModules,
  type ModuleSource,
  type PushRequest,
} from "../../../engine/functions/loading/loader";
import { DataFolderLockedError } from "../../../engine/storage/errors";
import { lockFolder } from "../../../engine/storage/lock";
import { unlessFresh } from "../../../scripts/lib/fingerprint.mjs";
import { ROOT } from "./deployment";

/** Folder of the copy, and the push requests in it, relative to the repository. */
const COPY = ".build/with-test-functions";
const WHOLE_REQUEST = `${COPY}/functions.json`;
const PUSH_REQUEST = `${COPY}/shared.json`;
/** Folders of the functions' modules by the time they were written, epoch ms. */
const MODULES = `${COPY}/modules`;

const COPIED_FOLDERS = ["convex", "domain", "tests/support/functions"];
const COPIED_FILES = ["package.json", "package-lock.json"];

/**
 * Bundles the product's functions together with those of tests/support/functions/, for the embedded
 * deployment of tests and benchmarks. This is a separate copy; the product itself is unchanged. The
 * first worker of a test run bundles; the others wait and use its result.
 *
 * @returns path of the push request
 */
export async function bundleWithTestFunctions(): Promise<string> {
  const root = join(ROOT, COPY);
  await mkdir(root, { recursive: true });
  const turn = await takeTurn(root);
  try {
    await unlessFresh(
      {
        name: "with-test-functions",
        inputs: [
          ...COPIED_FOLDERS,
          ...COPIED_FILES,
          "engine/functions/loading/bundle.ts",
          "tests/support/deployments/home.ts",
        ],
        output: PUSH_REQUEST,
      },
      () => bundleIn(root),
    );
  } finally {
    await turn.release();
  }
  return join(ROOT, PUSH_REQUEST);
}

/** Resolves when no other process is bundling in the folder. */
async function takeTurn(folder: string): ReturnType<typeof lockFolder> {
  for (;;) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      if (!(error instanceof DataFolderLockedError)) throw error;
      await pause(100);
    }
  }
}

async function bundleIn(root: string): Promise<void> {
  for (const folder of COPIED_FOLDERS) {
    await rm(join(root, folder), { recursive: true, force: true });
    await cp(join(ROOT, folder), join(root, folder), { recursive: true, preserveTimestamps: true });
  }
  for (const file of COPIED_FILES) {
    await cp(join(ROOT, file), join(root, file));
  }
  await rm(join(root, "node_modules"), { force: true, recursive: true });
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  await writeFile(
    join(root, "convex", "testing.ts"),
    'export * from "../tests/support/functions/testing";\n',
  );
  const { path } = await bundleFunctions({ root, out: join(ROOT, WHOLE_REQUEST) });
  const request = JSON.parse(await readFile(path, "utf8")) as PushRequest;
  await writeFile(join(ROOT, PUSH_REQUEST), JSON.stringify(sharedModules(request)));
}

/** Files of the functions folder that define no function: others have their code in chunks. */
const WITHOUT_FUNCTIONS = /^(lib|model|schema)\//;
/** The only module that reads environment variables while it loads. */
const OWN_MODULE = "auth.config.js";

/**
 * Writes the modules into a folder, and returns a push request whose modules only pass them on. A
 * deployment loads them in 0.3 s of processor time. Tests open dozens in one process, where Node
 * imports each file once.
 */
function sharedModules({ appDefinition }: PushRequest): PushRequest {
  const { schema, changedModules, ...rest } = appDefinition;
  const bare = ({ sourceMap: _, source, ...module }: ModuleSource): ModuleSource => ({
    ...module,
    source: source.replace(/^\/\/# sourceMappingURL=.*$/m, ""),
  });
  const modules = changedModules.filter(({ path }) => !WITHOUT_FUNCTIONS.test(path)).map(bare);
  const folder = join(ROOT, MODULES, String(Date.now()));
  removeOldFolders(join(ROOT, MODULES));
  writeModules(folder, schema ? [...modules, bare(schema)] : modules);
  const passedOn = ({ path, source }: ModuleSource): ModuleSource => {
    const from = JSON.stringify(pathToFileURL(join(folder, path)).href);
    const hasDefault = /\bas default\b/.test(source);
    const byDefault = hasDefault ? `export { default } from ${from};` : "";
    return { path, source: `export * from ${from}; ${byDefault}`, environment: "isolate" };
  };
  const entries = modules.filter(({ path }) => !path.startsWith("_deps/"));
  return {
    appDefinition: {
      ...rest,
      schema: schema && passedOn(schema),
      changedModules: entries.map((entry) => (entry.path === OWN_MODULE ? entry : passedOn(entry))),
    },
  };
}

/** Keeps the folders that a process which is running may import. */
function removeOldFolders(parent: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (Date.now() - Number(name) > DAY_MS) rmSync(join(parent, name), { recursive: true });
  }
}
