// @ts-check
/**
 * `npm run release`: builds what is installed where there is no checkout, in .build/release/:
 *
 *     sms-<version>-<platform>.tgz   with the Node runtime: unpack, ./sms start
 *     sms-<version>.tgz              for a computer with Node: npm install -g
 *
 * `-- --platform linux-arm64` builds for another platform, `-- --platform all` for each.
 */
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./lib/install.mjs";
import { npmPackage } from "./lib/npmPackage.mjs";
import { PLATFORMS } from "./lib/platforms.mjs";
import { stageApp, stagePackages } from "./lib/releaseApp.mjs";
import { Problem, root, run, script, step } from "./lib/run.mjs";

const FOLDER = join(root, ".build", "release");

await script(async () => {
  const { values } = parseArgs({
    options: { platform: { type: "string", default: `${process.platform}-${process.arch}` } },
  });
  const platforms = chosen(values.platform);
  await ensureInstalled();
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await rm(FOLDER, { recursive: true, force: true });
  const app = join(FOLDER, "app");
  await stageApp(app);
  await step("Packing for npm install -g", () =>
    run("npm", ["pack", app, "--pack-destination", FOLDER]),
  );
  for (const platform of platforms) await pack(platform, app, `sms-${version}-${platform}`);
  await rm(app, { recursive: true });
});

/**
 * @param {string} name
 * @returns {string[]}
 */
function chosen(name) {
  if (name === "all") return Object.keys(PLATFORMS);
  if (name in PLATFORMS) return [name];
  const known = Object.keys(PLATFORMS).join(", ");
  throw new Problem(`There is no runtime for ${name}. Choose one of ${known}, or all.`);
}

/**
 * Adds the runtime, the launchers and the packages with machine code to `app`, and packs all.
 *
 * @param {string} platform
 * @param {string} app
 * @param {string} name of the tarball, and of the folder that it unpacks to
 */
async function pack(platform, app, name) {
  const runtime = PLATFORMS[platform];
  if (!runtime) throw new Error(`unknown platform ${platform}`);
  const folder = join(FOLDER, name);
  await step(`Packing ${name}.tgz`, async () => {
    const downloaded = await npmPackage(runtime);
    await mkdir(join(folder, "runtime"), { recursive: true });
    await cp(app, join(folder, "app"), { recursive: true });
    await stagePackages(join(folder, "app"), platform);
    const isWindows = platform.startsWith("win32");
    const node = isWindows ? "node.exe" : "node";
    await cp(join(downloaded, runtime.file), join(folder, "runtime", node));
    await cp(join(downloaded, "LICENSE"), join(folder, "runtime", "LICENSE"));
    for (const command of ["sms", "engine"]) {
      const file = isWindows ? `${command}.cmd` : command;
      await cp(join(root, "release", file), join(folder, file));
    }
    await cp(join(root, "release", "deploy"), join(folder, "deploy"), { recursive: true });
    await cp(join(root, "docs", "install.md"), join(folder, "README.md"));
    await run("tar", ["-czf", `${folder}.tgz`, "-C", FOLDER, name]);
    await rm(folder, { recursive: true });
  });
}
