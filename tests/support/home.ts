import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bundleFunctions } from "../../engine/functions/bundle";
import { DataFolderLockedError } from "../../engine/storage/errors";
import { lockFolder } from "../../engine/storage/lock";
import { ROOT } from "./deployment";

/**
 * Bundles the product's functions together with those of tests/support/functions/, for the embedded
 * deployment of tests and benchmarks. The product itself is not touched: this is a copy beside it.
 * The first worker of a test run bundles. The others wait, and use its result.
 *
 * @returns path of the push request
 */
export async function bundleWithTestFunctions(): Promise<string> {
  const root = join(ROOT, ".build", "with-test-functions");
  await mkdir(root, { recursive: true });
  const turn = await takeTurn(root);
  try {
    return await bundleIn(root);
  } finally {
    await turn.release();
  }
}

/** Resolves when no other process bundles in the folder. */
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

async function bundleIn(root: string): Promise<string> {
  for (const folder of ["convex", "domain", "tests/support/functions"]) {
    await rm(join(root, folder), { recursive: true, force: true });
    await cp(join(ROOT, folder), join(root, folder), { recursive: true, preserveTimestamps: true });
  }
  for (const file of ["package.json", "package-lock.json"]) {
    await cp(join(ROOT, file), join(root, file));
  }
  await rm(join(root, "node_modules"), { force: true, recursive: true });
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  await writeFile(
    join(root, "convex", "testing.ts"),
    'export * from "../tests/support/functions/testing";\n',
  );
  const { path } = await bundleFunctions({ root, out: join(root, "functions.json") });
  return path;
}
