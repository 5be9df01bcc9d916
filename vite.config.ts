import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { writeServiceWorker } from "./scripts/lib/serviceWorker.mjs";
import { earlyCode } from "./scripts/lib/earlyCode.mjs";
import { webChunks } from "./scripts/lib/webChunks.mjs";
import { worldMap } from "./scripts/lib/worldMap.mjs";

/** Builds web/ into dist/web, which the embedded deployment serves beside the API. */
export default defineConfig({
  root: fileURLToPath(new URL("./web", import.meta.url)),
  resolve: { alias: { "@": fileURLToPath(new URL("./web", import.meta.url)) } },
  plugins: [
    // Paths are relative to `root`.
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "./routes",
      generatedRouteTree: "./routeTree.gen.ts",
    }),
    react(),
    embeddedWorld(),
    earlyCode(),
    serviceWorker(),
    precompress(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The page's CSP has no `data:` for scripts and fonts: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: styleSheetsOnly },
    rolldownOptions: {
      output: {
        codeSplitting: webChunks(fileURLToPath(new URL("./web/main.tsx", import.meta.url))),
      },
    },
  },
});

/**
 * Keeps scripts out of the lists of files that `import()` requests in advance. The lists of all
 * screens made up 3 KB of the first file that a visitor loads, and earlyCode requests the opened
 * page's files sooner.
 *
 * @param files what the loaded file needs
 * @param from the importing file, and its type: `html` for index.html
 */
function styleSheetsOnly(
  _loaded: string,
  files: string[],
  { hostType }: { hostType: "html" | "js" },
): string[] {
  return hostType === "html" ? files : files.filter((file) => file.endsWith(".css"));
}

/** Serves `/world.json`, the map of the world that is drawn without a key for Google's. */
function embeddedWorld(): Plugin {
  return {
    name: "embedded-world",
    configureServer(server) {
      server.middlewares.use("/world.json", (_request, response) => {
        response.end(worldMap());
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "world.json", source: worldMap() });
    },
  };
}

/** Writes `/sw.js`. Development has none: it would keep pages that change as you type. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    writeBundle: {
      order: "pre",
      sequential: true,
      handler: ({ dir = "" }) =>
        writeServiceWorker(dir, process.env["VITE_SERVICE_WORKER"] === "off"),
    },
  };
}

/**
 * Writes `app.js.br` and `app.js.gz` beside `app.js`, and so on for all text and code, as the
 * deployment serves them: with no work per request, and smaller than a server has time to make it.
 * Files below a packet's size stay alone. About 2 s for the whole app.
 */
function precompress(): Plugin {
  const COMPRESSED = /\.(css|csv|html|js|json|svg|txt|wasm|webmanifest)$/;
  /** Brotli at its highest quality, 11, needs seconds for a megabyte of wasm and saves 5 % more. */
  const WASM_QUALITY = 9;
  const MIN_BYTES = 1024;
  const toBrotli = promisify(brotliCompress);
  const toGzip = promisify(gzip);
  return {
    name: "precompress",
    apply: "build",
    // What `web/public` holds is copied, not bundled: the written folder has everything.
    async writeBundle({ dir = "" }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      await Promise.all(
        entries.map(async (entry) => {
          if (!entry.isFile() || !COMPRESSED.test(entry.name)) return;
          const path = join(entry.parentPath, entry.name);
          const content = await readFile(path);
          if (content.length < MIN_BYTES) return;
          const params = {
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            [constants.BROTLI_PARAM_QUALITY]: entry.name.endsWith(".wasm")
              ? WASM_QUALITY
              : constants.BROTLI_MAX_QUALITY,
          };
          await Promise.all([
            toBrotli(content, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
            toGzip(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
          ]);
        }),
      );
    },
  };
}
