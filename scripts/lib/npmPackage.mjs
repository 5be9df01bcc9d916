// @ts-check
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { output, Problem, root, run } from "./run.mjs";

/** Downloaded packages, each in a folder named after its hash. */
const CACHE = join(root, ".build", "packages");

/**
 * Downloads an npm package for any platform, once, without running its install scripts.
 *
 * @param {{ name: string, version: string, integrity: string }} wanted
 * @param {{ timeoutMs?: number, onDownload?: () => void }} [options] `timeoutMs` of the download;
 *   0: no limit
 * @returns {Promise<string>} the folder of its files
 * @throws {Problem} when the registry is unreachable, or the tarball has another hash
 */
export async function npmPackage({ name, version, integrity }, { timeoutMs = 0, onDownload } = {}) {
  const folder = join(CACHE, createHash("sha256").update(integrity).digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  onDownload?.();
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, "draft-"));
  try {
    const pack = ["pack", `${name}@${version}`, "--pack-destination", draft, "--json"];
    if (timeoutMs > 0) pack.push("--fetch-retries=0"); // npm would wait for 10 s before a retry
    const [{ filename }] = JSON.parse(await output("npm", pack, { timeoutMs }));
    const tarball = join(draft, filename.replace("@", "").replace("/", "-"));
    const hash = createHash("sha512")
      .update(await readFile(tarball))
      .digest("base64");
    if (`sha512-${hash}` !== integrity) {
      throw new Problem(`${name}@${version} from the registry is not the package that was pinned.`);
    }
    await run("tar", ["-xzf", tarball, "-C", draft]);
    await rename(join(draft, "package"), folder).catch((error) => {
      if (!existsSync(folder)) throw error; // else another process was faster
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}
