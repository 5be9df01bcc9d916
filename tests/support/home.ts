import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleFunctions } from "../../engine/functions/bundle";
import { ROOT } from "./deployment";

/**
 * Bundles the product's functions together with those of tests/support/functions/, for the embedded
 * deployment of tests and benchmarks. The product itself is not touched: this is a copy beside it.
 *
 * @returns path of the push request
 */
export async function bundleWithTestFunctions(): Promise<string> {
  // A folder for each worker of a test run: one may read while another copies.
  const worker = process.env["VITEST_POOL_ID"] ?? "0";
  const root = join(ROOT, ".build", "with-test-functions", worker);
  await mkdir(root, { recursive: true });
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
