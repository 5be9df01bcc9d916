// @ts-check
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import { root } from "./run.mjs";

/**
 * Files that the worker caches at installation: without them, some screen would not open, or Scan
 * could not read codes.
 */
const AT_ONCE = /\.(js|css|wasm|webmanifest)$|^\/favicon\.svg$|-latin-wght-normal-.*\.woff2$/;
/**
 * Never cached: a page is cached as "/", compressed forms have no address, and the worker does not
 * cache itself.
 */
const NEVER = /\.(html|br|gz|map)$|^\/sw\.js$/;

/**
 * Writes the service worker of a built web app into its folder, as sw.js.
 *
 * @param {string} folder the built app
 * @param {boolean} isRetired writes the worker that deletes the caches of earlier ones, and itself
 */
export async function writeServiceWorker(folder, isRetired) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, address: `/${relative(folder, path).split(sep).join("/")}` }))
    .filter(({ address }) => !NEVER.test(address))
    .sort((one, other) => (one.address < other.address ? -1 : 1));
  const version = createHash("sha256").update(await readFile(join(folder, "index.html")));
  for (const { path, address } of files) version.update(address).update(await readFile(path));
  const addresses = files.map(({ address }) => address);
  const list = {
    version: version.digest("hex").slice(0, 16),
    atOnce: ["/", ...addresses.filter((address) => AT_ONCE.test(address))],
    onUse: addresses.filter((address) => !AT_ONCE.test(address)),
  };
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`web/serviceWorker/${isRetired ? "retire" : "worker"}.ts`],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    define: { BUILD: JSON.stringify(list) },
    write: false,
  });
  await writeFile(join(folder, "sw.js"), outputFiles[0]?.text ?? "");
}
