import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Bundles a TypeScript program with its packages into one file of .build/, and returns the path.
 * Tests start such programs dozens of times; without the bundle, Node would compile TypeScript and
 * look for two hundred files at each start.
 *
 * @param source path relative to the repository
 */
export async function builtProgram(source: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [source],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["lmdb", "esbuild"], // they find their machine code next to themselves
    // Bundled CommonJS packages call require() for Node's own modules.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  const program = `${ROOT}.build/programs/${source.replaceAll("/", "-").replace(/ts$/, "mjs")}`;
  await mkdir(dirname(program), { recursive: true });
  // Another worker may be starting the program: it gets the old file or the new one.
  const draft = `${program}.${process.pid}`;
  await writeFile(draft, outputFiles[0]!.contents);
  await rename(draft, program);
  return program;
}
