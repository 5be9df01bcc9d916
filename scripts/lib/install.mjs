// @ts-check
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fingerprint } from "./fingerprint.mjs";
import { Problem, root, run, step } from "./run.mjs";

/** Beside the packages, so that it goes when they go. */
const STAMP = join(root, "node_modules", ".sms-installed");

/**
 * Installs the packages of the lock file unless exactly they are installed.
 *
 * @throws {Problem} when this Node is too old or the registry cannot be reached
 */
export async function ensureInstalled() {
  requireNode();
  const wanted = await fingerprint(["package.json", "package-lock.json"]);
  const installed = await readFile(STAMP, "utf8").catch(() => null);
  if (installed === wanted && existsSync(join(root, "node_modules", "convex"))) return;
  await step("Installing packages (about a minute, only the first time)", () =>
    run("npm", ["ci", "--no-audit", "--no-fund"]),
  );
  await linkCommands();
  await writeFile(STAMP, wanted);
}

/**
 * `npx sms` and `npx engine` look in node_modules/.bin first, where npm links the commands of
 * dependencies but not those of the package itself.
 */
async function linkCommands() {
  const folder = join(root, "node_modules", ".bin");
  const { bin } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await mkdir(folder, { recursive: true });
  for (const [name, path] of Object.entries(bin)) {
    await rm(join(folder, name), { force: true });
    await symlink(join("..", "..", String(path)), join(folder, name));
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 11)) return;
  throw new Problem(
    `SMS needs Node 20.11 or newer; this is ${process.version}. Install it from https://nodejs.org`,
  );
}
