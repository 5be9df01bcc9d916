import { fileURLToPath } from "node:url";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The page's CSP has no `data:` for scripts and fonts: everything is a file.
    assetsInlineLimit: 0,
  },
  // For work on the pages alone: `npm start` in one terminal, `npx vite` in another.
  server: { port: 4100, proxy: { "/api": { target: "http://localhost:3210", ws: true } } },
});
