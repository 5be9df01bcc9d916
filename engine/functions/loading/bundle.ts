import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, readdir, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import type { PushRequest } from "./loader";

/** The inputs of the last bundle: file (relative to root) -> SHA-256 of its content. */
type Inputs = Record<string, string>;

const BUNDLE_TIMEOUT_MS = 120_000;

/**
 * Bundles a project's functions folder with the project's own `convex` CLI, offline, and writes the
 * push request that `convex deploy` would send: so what runs here is what runs on Convex Cloud.
 * Skipped when no file that went into the last bundle changed.
 *
 * @param root folder of package.json; `convex.json` may name another functions folder than `convex`
 * @param out path of the push request to write, ending in `.json`
 * @throws Error with the CLI's own words when it refuses the functions
 */
export async function bundleFunctions({
  root,
  out,
}: {
  root: string;
  out: string;
}): Promise<{ path: string; skipped: boolean }> {
  const inputsFile = `${out}.inputs`;
  const recorded = await readInputs(inputsFile);
  const before = hashAll(root, [...Object.keys(recorded), ...(await projectFiles(root))]);
  const isUnchanged = JSON.stringify(before) === JSON.stringify(recorded);
  if (isUnchanged && existsSync(out)) return { path: out, skipped: true };
  await mkdir(dirname(out), { recursive: true });
  await runOfficialCli(root, `${out}.${process.pid}`);
  // Inputs first removed, then rewritten: after a crash in between, the next start bundles again.
  await replaceFile(inputsFile, "{}");
  await rename(`${out}.${process.pid}.json`, out);
  const request = JSON.parse(await readFile(out, "utf8")) as PushRequest;
  const inputs = hashAll(root, await inputPaths(root, request));
  // The CLI may have read what a file held before it was saved meanwhile: with its earlier hash,
  // the next call bundles again.
  for (const path of Object.keys(inputs)) inputs[path] = before[path] ?? inputs[path]!;
  await replaceFile(inputsFile, JSON.stringify(inputs));
  return { path: out, skipped: false };
}

/**
 * Replaces a file atomically: a concurrent reader gets all of the old text or all of the new. Two
 * processes may bundle at the same time.
 */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.${process.pid}`, text);
  await rename(`${path}.${process.pid}`, path);
}

async function runOfficialCli(root: string, outWithoutJson: string): Promise<void> {
  const cli = join(
    dirname(createRequire(join(root, "package.json")).resolve("convex/package.json")),
    "bin/main.js",
  );
  const unreachable = "http://127.0.0.1:9"; // discard port: nothing here may need the network
  const child = spawn(
    process.execPath,
    [cli, "deploy", "--push-all-modules", "--codegen", "disable", "--typecheck", "disable"].concat(
      "--write-push-request",
      resolve(outWithoutJson),
    ),
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: BUNDLE_TIMEOUT_MS,
      env: {
        ...process.env,
        CI: "1", // no prompts, no crash reports
        CONVEX_VERSION_API_ORIGIN: unreachable,
        CONVEX_SELF_HOSTED_URL: unreachable,
        CONVEX_SELF_HOSTED_ADMIN_KEY: "unused",
        CONVEX_DEPLOYMENT: "",
        CONVEX_DEPLOY_KEY: "",
      },
    },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (signal !== null)
    output += `\nIt was stopped by ${signal}; it has ${BUNDLE_TIMEOUT_MS / 1000} s.`;
  if (code !== 0 || !existsSync(`${outWithoutJson}.json`)) {
    throw new Error(`The Convex CLI could not bundle the functions in ${root}:\n${output.trim()}`);
  }
}

/** Empty when there is no bundle yet, or writing it was cut off. */
async function readInputs(inputsFile: string): Promise<Inputs> {
  if (!existsSync(inputsFile)) return {};
  return JSON.parse(await readFile(inputsFile, "utf8")) as Inputs;
}

/**
 * Files that the last bundle at `out` was made from, and those of the functions folder that are
 * there by now, relative to `root`.
 */
export async function bundledFiles(root: string, out: string): Promise<string[]> {
  const recorded = await readInputs(`${out}.inputs`);
  return [...new Set([...Object.keys(recorded), ...(await projectFiles(root))])];
}

/** The files a bundle depends on: the functions folder, what it imported, and the package lock. */
async function inputPaths(root: string, request: PushRequest): Promise<Set<string>> {
  const paths = new Set(await projectFiles(root));
  const { schema, definition, changedModules } = request.appDefinition;
  for (const module of [schema, definition, ...changedModules]) {
    if (!module?.sourceMap) continue;
    const { sources } = JSON.parse(module.sourceMap) as { sources: string[] };
    for (const source of sources) {
      // The CLI writes sources relative to `out/<module path>`, a folder that never exists.
      const path = relative(root, resolve(root, "out", dirname(module.path), source));
      if (!path.includes("node_modules")) paths.add(path);
    }
  }
  return paths;
}

async function projectFiles(root: string): Promise<string[]> {
  const config = join(root, "convex.json");
  const { functions = "convex" } = existsSync(config)
    ? (JSON.parse(await readFile(config, "utf8")) as { functions?: string })
    : {};
  const folder = join(root, functions);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return [
    "convex.json",
    "package-lock.json",
    ...files.map((entry) => relative(root, join(entry.parentPath, entry.name))),
  ];
}

function hashAll(root: string, paths: Iterable<string>): Inputs {
  const inputs: Inputs = {};
  for (const path of [...new Set(paths)].sort()) {
    const file = join(root, path);
    inputs[path] = existsSync(file)
      ? createHash("sha256").update(readFileSync(file)).digest("base64url")
      : "absent";
  }
  return inputs;
}
