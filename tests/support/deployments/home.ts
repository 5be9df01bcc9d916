import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
import { DataFolderLockedError } from "../../../engine/storage/errors";
import { lockFolder } from "../../../engine/storage/lock";
import { unlessFresh } from "../../../scripts/lib/fingerprint.mjs";
import { ROOT } from "./deployment";

/** Folder of the copy, and the push request in it, relative to the repository. */
const COPY = ".build/with-test-functions";
const PUSH_REQUEST = `${COPY}/functions.json`;

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
        inputs: [...COPIED_FOLDERS, ...COPIED_FILES, "engine/functions/loading/bundle.ts"],
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
  await bundleFunctions({ root, out: join(ROOT, PUSH_REQUEST) });
}
