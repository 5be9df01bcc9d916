// @ts-check
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { output, Problem, root, run, step } from "./run.mjs";

/**
 * Installs the packages of the lock file unless exactly these are already installed.
 *
 * @throws {Problem} when this Node is too old or the registry cannot be reached
 */
export async function ensureInstalled() {
  requireNode();
  if (!(await isInstalled())) {
    try {
      await step("Installing packages (about a minute, only the first time)", () =>
        run("npm", ["ci", "--no-audit", "--no-fund"]),
      );
    } catch (error) {
      throw isUnreachable(String(error)) ? await registryProblem() : error;
    }
  }
  await linkCommands();
}

/**
 * True for npm output that shows that the registry is unreachable: no name server, no route, a
 * firewall, or a proxy certificate that Node does not trust.
 *
 * @param {string} text
 */
export function isUnreachable(text) {
  return /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)\b/.test(
    text,
  );
}

async function registryProblem() {
  const registry = await output("npm", ["config", "get", "registry"]);
  return new Problem(
    `The packages could not be installed: npm does not reach its registry, ${registry}. ` +
      "The first start needs it. Check the network, or name a proxy or a mirror " +
      "(npm config set proxy … or registry …), and run npm start again.",
  );
}

/**
 * True when npm's record of node_modules matches the lock file. Packages for other systems appear
 * only in the lock file.
 */
export async function isInstalled() {
  const installed = await packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return false;
  const wanted = await packagesOf(join(root, "package-lock.json"));
  return Object.entries(wanted ?? {}).every(([path, { integrity, optional }]) => {
    const there = installed[path];
    return path === "" || (there ? there.integrity === integrity : optional === true);
  });
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, { integrity?: string, optional?: boolean }> | null>}
 */
async function packagesOf(file) {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : JSON.parse(text).packages;
}

/**
 * Links the commands of this package. `npx sms` and `npx engine` look in node_modules/.bin first,
 * where npm links only the commands of dependencies.
 */
async function linkCommands() {
  const folder = join(root, "node_modules", ".bin");
  const { bin } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await mkdir(folder, { recursive: true });
  for (const [name, path] of Object.entries(bin)) {
    const link = join(folder, name);
    if (existsSync(link)) continue;
    await symlink(join("..", "..", String(path)), link).catch((error) => {
      // Another process created it meanwhile, or it points to a file that is not built yet.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Problem(
    `SMS needs Node 20.19 or newer; this is ${process.version}. Install it from https://nodejs.org`,
  );
}
