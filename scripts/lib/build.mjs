// @ts-check
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { unlessFresh } from "./fingerprint.mjs";
import { root, run, step } from "./run.mjs";

/** Packages with machine code or their own worker files, which are loaded from node_modules. */
const EXTERNAL = ["lmdb", "esbuild", "react-devtools-core"];

/**
 * Inputs of every build in addition to its own folders: shared code, its types, and the packages.
 */
const SHARED_INPUTS = ["domain", "convex/_generated", "scripts/lib", "package-lock.json"];

/** Builds `npx sms` into dist/ if a source has changed. */
export async function buildCommandLine() {
  await unlessFresh(
    {
      name: "cli",
      inputs: ["cli", "engine/backupFile.ts", ...SHARED_INPUTS],
      output: "dist/sms.mjs",
    },
    () =>
      step("Building the command line", () =>
        bundle({ sms: "cli/main.ts", spreadsheetWorker: "cli/spreadsheet/worker.ts" }),
      ),
  );
}

/**
 * Builds the server and `npx engine` into dist/ if a source has changed.
 *
 * @returns {Promise<boolean>} whether a source had changed
 */
export function buildServer() {
  return unlessFresh(
    { name: "server", inputs: ["engine", "server", ...SHARED_INPUTS], output: "dist/server.mjs" },
    () =>
      step("Building the server", () =>
        bundle({
          engine: "engine/main.ts",
          server: "server/main.ts",
          program: "server/program.ts",
          supervised: "server/supervised.ts",
          bundleFunctions: "engine/functions/loading/bundle.ts",
          checkStart: "server/checkStart.ts",
        }),
      ),
  );
}

/**
 * Bundles programs for Node: each is one file in dist/, plus chunks that it loads when needed.
 * Starting from a few files takes a fifth of the time.
 *
 * @param {Record<string, string>} programs name in dist/ -> source
 */
async function bundle(programs) {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: join(root, "dist"),
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    sourcemap: "linked",
    external: EXTERNAL,
    define: { "process.env.NODE_ENV": '"production"' },
    // Bundled CommonJS packages call require() for Node's own modules.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  await stop(); // otherwise esbuild's process would keep running
}

/** Builds the web app into dist/web/ if a source has changed. */
export async function buildWeb() {
  await unlessFresh(
    {
      name: "web",
      inputs: [
        "web",
        "domain",
        "convex/_generated",
        "vite.config.ts",
        "scripts/lib/serviceWorker.mjs",
        "scripts/lib/worldMap.mjs",
        "tailwind.config.ts",
        "postcss.config.js",
        "package-lock.json",
      ],
      // Vite inlines the values of these into the pages.
      variables: ["VITE_CONVEX_URL", "VITE_GOOGLE_MAPS_API_KEY", "VITE_SERVICE_WORKER"],
      output: "dist/web/index.html",
    },
    () =>
      step("Building the web app", async () => {
        await rm(join(root, "dist", "web"), { recursive: true, force: true });
        // Tests run with NODE_ENV "test", for which React would be a development build.
        const env = { ...process.env, NODE_ENV: "production" };
        await run("npx", ["vite", "build", "--logLevel", "warn"], { env });
      }),
  );
}
