import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "../../scripts/lib/build.mjs";
import { ROOT } from "../../tests/support/deployments/deployment";
import { bundleWithTestFunctions } from "../../tests/support/deployments/home";

/** A built checkout of the product. `name` is used in tables. */
export type Build = {
  readonly name: string;
  readonly root: string;
  readonly pushRequest: string;
  readonly webApp: string;
};

export async function presentBuild(): Promise<Build> {
  const pushRequest = await bundleWithTestFunctions();
  await buildWeb();
  return { name: "now", root: ROOT, pushRequest, webApp: join(ROOT, "dist", "web") };
}

/** Builds the functions and web app of the checkout it runs in. Its output is not read. */
const BUILD_PROGRAM = `
  const { bundleWithTestFunctions } = await import("./tests/support/deployments/home.ts");
  const { buildWeb } = await import("./scripts/lib/build.mjs");
  await bundleWithTestFunctions();
  await buildWeb();
  process.exit();
`;

/**
 * Builds another commit in the temporary folder, where the build is kept. It uses this checkout's
 * packages, so both lock files must name the same ones.
 */
export async function buildOf(commit: string): Promise<Build> {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: ROOT,
      maxBuffer: 2 ** 30,
      stdio: ["ignore", "pipe", "inherit"],
    });
  const name = git("rev-parse", "--short", `${commit}^{commit}`).toString().trim();
  if (git("diff", name, "--", "package-lock.json").length > 0) {
    throw new Error(`${name} needs other packages than those that are installed`);
  }
  const root = join(tmpdir(), "sms-bench", `build-${name}`);
  if (!existsSync(root)) {
    const partial = `${root}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    execFileSync("tar", ["-x", "-C", partial], { input: git("archive", name) });
    await symlink(join(ROOT, "node_modules"), join(partial, "node_modules"));
    await rename(partial, root);
  }
  const args = ["--import", "tsx", "--input-type=module", "--eval", BUILD_PROGRAM];
  execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const pushRequest = join(root, ".build", "with-test-functions", "functions.json");
  return { name, root, pushRequest, webApp: join(root, "dist", "web") };
}
