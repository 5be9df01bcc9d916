// @ts-check
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { buildCommandLine, buildServer, buildWeb } from "./build.mjs";
import { npmPackage } from "./npmPackage.mjs";
import { root, step } from "./run.mjs";

/** The package with machine code that the server loads from node_modules; the rest is bundled. */
const NATIVE = "lmdb";

/** Packages that only compile machine code, which npm has ready for every platform. */
const BUILD_ONLY = ["node-addon-api"];

/** Programs of dist/ that only `npm start` needs. */
const CHECKOUT_ONLY = ["checkStart.mjs", "bundleFunctions.mjs"];

/**
 * Writes everything of a release that is the same on all platforms into `folder`, as an npm
 * package: the server, the command line, the functions, the pages.
 *
 * @param {string} folder
 */
export async function stageApp(folder) {
  await buildServer();
  await buildCommandLine();
  await buildWeb();
  await mkdir(folder, { recursive: true });
  await step("Bundling the functions", async () => {
    const built = pathToFileURL(join(root, "dist", "bundleFunctions.mjs")).href;
    const { bundleFunctions } = await import(built);
    const out = join(root, ".build", "functions.json");
    const { path } = await bundleFunctions({ root, out });
    await cp(path, join(folder, "functions.json"));
  });
  await cp(join(root, "release", "bin"), join(folder, "bin"), { recursive: true });
  await cp(join(root, "dist"), join(folder, "dist"), {
    recursive: true,
    filter: (file) =>
      !file.endsWith(".map") && !CHECKOUT_ONLY.includes(relative(join(root, "dist"), file)),
  });
  const { name, version, description, engines } = await readJson(join(root, "package.json"));
  const native = await readJson(join(root, "node_modules", NATIVE, "package.json"));
  const manifest = {
    name,
    version,
    description,
    type: "module",
    engines,
    bin: { sms: "bin/sms.mjs", engine: "bin/engine.mjs" },
    dependencies: { [NATIVE]: native.version },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Copies the packages that a release loads at run time into its node_modules, with the machine
 * code of `platform`.
 *
 * @param {string} app folder that `stageApp` wrote
 * @param {string} platform such as `linux-x64`
 */
export async function stagePackages(app, platform) {
  for (const path of await withDependencies(NATIVE)) {
    await cp(join(root, path), join(app, path), { recursive: true });
  }
  const name = `@${NATIVE}/${NATIVE}-${platform}`;
  const path = join("node_modules", name);
  // npm installed only the machine code of this computer's platform.
  const isInstalled = existsSync(join(root, path));
  const from = isInstalled ? join(root, path) : await npmPackage(await locked(name));
  await cp(from, join(app, path), { recursive: true });
}

/**
 * Returns a package's version and hash in the lock file.
 *
 * @param {string} name
 */
async function locked(name) {
  const { packages } = await readJson(join(root, "package-lock.json"));
  const { version, integrity } = packages[`node_modules/${name}`];
  return { name, version, integrity };
}

/**
 * Returns the folders of a package and of all that it requires, relative to the repository.
 *
 * @param {string} name
 * @param {string} [from] folder of the package that requires it
 * @returns {Promise<string[]>}
 */
async function withDependencies(name, from = "") {
  const path = resolvePackage(name, from);
  const { dependencies = {} } = await readJson(join(root, path, "package.json"));
  const wanted = Object.keys(dependencies).filter((one) => !BUILD_ONLY.includes(one));
  const below = await Promise.all(wanted.map((one) => withDependencies(one, path)));
  return [...new Set([path, ...below.flat()])];
}

/**
 * Finds a package as Node does: in the node_modules of `from`, then of the folders above it.
 *
 * @param {string} name
 * @param {string} from
 * @returns {string}
 */
function resolvePackage(name, from) {
  const path = join(from, "node_modules", name);
  if (existsSync(join(root, path))) return path;
  if (from === "") throw new Error(`${name} is not installed`);
  const above = dirname(from);
  return resolvePackage(name, above === "." ? "" : above);
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, "utf8"));
}
