// @ts-check
import { root } from "./run.mjs";

/**
 * Maps each file that the entry points import, directly or indirectly, to the files that import it.
 * Excludes packages. Paths are relative to the repository.
 *
 * @typedef {ReadonlyMap<string, readonly string[]>} Importers
 */

/** Imports that only Vite resolves: `./file?url`, styles, virtual modules. */
const VITE_ONLY = /\?|\.css$|^virtual:/;

/**
 * Reads all direct and indirect imports of `entryPoints` with esbuild: two seconds for all tests.
 *
 * @param {readonly string[]} entryPoints
 * @returns {Promise<Importers>}
 */
export async function importersOf(entryPoints) {
  const { build, stop } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: ".build/never-written",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    packages: "external",
    logLevel: "error",
    plugins: [
      {
        name: "leave-out-what-only-vite-imports",
        setup: (bundle) =>
          bundle.onResolve({ filter: VITE_ONLY }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  await stop();
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [importer, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path, external } of imports) {
      if (external) continue;
      importers.set(path, [...(importers.get(path) ?? []), importer]);
    }
  }
  return importers;
}

/**
 * Finds all files that import one of `files`, with the number of imports in between; 0 for `files`.
 *
 * @param {Importers} importers
 * @param {readonly string[]} files
 * @returns {ReadonlyMap<string, number>}
 */
export function stepsFrom(importers, files) {
  const steps = new Map(files.map((file) => [file, 0]));
  for (const [file, distance] of steps) {
    for (const importer of importers.get(file) ?? []) {
      if (!steps.has(importer)) steps.set(importer, distance + 1);
    }
  }
  return steps;
}
