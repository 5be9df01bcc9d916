import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
import type { PushRequest } from "../../../engine/functions/loading/loader";
import { DataFolderLockedError } from "../../../engine/storage/errors";
import { lockFolder } from "../../../engine/storage/lock";
import { unlessFresh } from "../../../scripts/lib/fingerprint.mjs";
import { ROOT } from "./deployment";

/** Folder of the copy, and the push requests in it, relative to the repository. */
const COPY = ".build/with-test-functions";
const WHOLE_REQUEST = `${COPY}/functions.json`;
const PUSH_REQUEST = `${COPY}/onlyWithFunctions.json`;

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
  await writeFile(join(ROOT, PUSH_REQUEST), JSON.stringify(onlyWithFunctions(request)));
}

/** Files of the functions folder that define no function. */
const WITHOUT_FUNCTIONS = /^(lib|model|schema)\//;

/**
 * Leaves out what only makes a deployment start slowly, which tests do dozens of times: the entry
 * points that define no function, whose code other modules have in chunks, and the source maps.
 */
function onlyWithFunctions(request: PushRequest): PushRequest {
  const { schema, changedModules, ...rest } = request.appDefinition;
  const bare = ({ sourceMap: _, source, ...module }: (typeof changedModules)[number]) => ({
    ...module,
    source: source.replace(/^\/\/# sourceMappingURL=.*$/m, ""),
  });
  return {
    appDefinition: {
      ...rest,
      schema: schema && bare(schema),
      changedModules: changedModules.filter(({ path }) => !WITHOUT_FUNCTIONS.test(path)).map(bare),
    },
  };
}
