import { watch, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";
import { bundledFiles, bundleFunctions } from "./bundle";

/** Editors write a file in several steps, and a change of branch writes many files. */
const QUIET_MS = 50;

export interface WatchOptions {
  /** The folder that paths in the bundle are relative to, as for `bundleFunctions`. */
  readonly root: string;
  readonly out: string;
  /** Called with the path of each new bundle, one at a time. */
  readonly onBundle: (path: string) => Promise<void>;
  /** Receives what the bundler refused or `onBundle` threw; watching goes on. */
  readonly onError: (error: unknown) => void;
}

/**
 * Bundles a project's functions whenever a file that goes into the bundle changes, appears or
 * disappears. Call it after a first `bundleFunctions`, which records those files.
 *
 * Folders are watched, not files: many editors replace a file by renaming another one over it.
 */
export async function watchFunctions(options: WatchOptions): Promise<{ close(): void }> {
  const { root, out, onBundle, onError } = options;
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isBundling = false;
  let isAskedAgain = false;

  const watchFolders = async () => {
    const folders = new Set(
      (await bundledFiles(root, out)).map((file) => join(root, dirname(file))),
    );
    for (const folder of folders) {
      if (isClosed || watchers.has(folder)) continue;
      const forget = () => {
        watchers.get(folder)?.close();
        watchers.delete(folder);
      };
      try {
        watchers.set(folder, watch(folder, onChange).on("error", forget));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // removed meanwhile
      }
    }
  };
  const bundle = async () => {
    if (isBundling) {
      isAskedAgain = true;
      return;
    }
    isBundling = true;
    try {
      const { path, skipped } = await bundleFunctions({ root, out });
      if (!skipped && !isClosed) await onBundle(path);
    } catch (error) {
      onError(error);
    }
    await watchFolders().catch(onError);
    isBundling = false;
    if (!isAskedAgain || isClosed) return;
    isAskedAgain = false;
    await bundle();
  };
  const onChange = () => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void bundle(), QUIET_MS);
  };

  await watchFolders();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
