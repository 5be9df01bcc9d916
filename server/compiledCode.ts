import { readdirSync, rmSync, statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";

/** What Node has from 22.1 on; the types are those of Node 20. */
type CachingModule = { enableCompileCache?: (folder: string) => unknown };

/**
 * Keeps the compiled code of the functions in `compiled/` of the data folder, so that the next
 * start need not compile them. Node compares hashes of the source and of the compiled code, and
 * compiles again what has changed or is damaged. Code of earlier functions is deleted.
 *
 * @param pushRequest file of the functions
 */
export function keepCompiledCode(dataDir: string, pushRequest: string): void {
  const { enableCompileCache } = module as CachingModule;
  if (!enableCompileCache) return;
  const folder = join(dataDir, "compiled");
  const { size, mtimeMs } = statSync(pushRequest);
  const current = `${process.version}-${size}-${mtimeMs}`;
  for (const name of namesIn(folder)) {
    if (name !== current) rmSync(join(folder, name), { recursive: true, force: true });
  }
  enableCompileCache(join(folder, current));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // the first start
  }
}
