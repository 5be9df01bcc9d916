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

/** Programs that build the checkout they run in. Their output is not read. */
const FUNCTIONS_PROGRAM = `
  const { bundleWithTestFunctions } = await import("./tests/support/deployments/home.ts");
  await bundleWithTestFunctions();
  process.exit();
`;
const WEB_PROGRAM = `
  const { buildWeb } = await import("./scripts/lib/build.mjs");
  await buildWeb();
  process.exit();
`;

/** Builds another commit as `functionsOf` does, and its web app. */
export async function buildOf(commit: string): Promise<Build> {
  const build = await functionsOf(commit);
  run(WEB_PROGRAM, build.root);
  return { ...build, webApp: join(build.root, "dist", "web") };
}

function run(program: string, root: string) {
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

/**
 * Checks out another commit in the temporary folder, where it is kept, and bundles its functions.
 * It uses this checkout's packages, so both lock files must name the same ones.
 */
export async function functionsOf(commit: string): Promise<Omit<Build, "webApp">> {
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
  run(FUNCTIONS_PROGRAM, root);
  return { name, root, pushRequest: join(root, ".build", "with-test-functions", "functions.json") };
}
