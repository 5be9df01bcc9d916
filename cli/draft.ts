import { open, rm } from "node:fs/promises";
import { rmSync } from "node:fs";
import { cannotWrite } from "./errors";

/** Signals that end a process: Ctrl-C, `kill`, and a terminal that is closed. */
const ENDING: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Creates an empty file next to `file`, readable by its owner only, and calls `write` with its
 * name. `write` fills the draft and renames it. A draft that is not renamed is removed, even if one
 * of these signals ends the process; the process then ends by that signal, as it would without a
 * draft.
 *
 * @throws CliError if the draft cannot be created, or another file has its name
 */
export async function withDraft<T>(file: string, write: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${file}.${process.pid}.part`;
  const handle = await open(draft, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw cannotWrite(file, error);
  });
  const removeAndEnd = (signal: NodeJS.Signals) => {
    rmSync(draft, { force: true });
    process.kill(process.pid, signal); // no handler is left, so this ends the process
  };
  for (const signal of ENDING) process.once(signal, removeAndEnd);
  try {
    await handle.close();
    return await write(draft);
  } finally {
    for (const signal of ENDING) process.off(signal, removeAndEnd);
    await rm(draft, { force: true });
  }
}
