import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { DamagedStoreError } from "./errors";
import { TREE_PROGRAM } from "./tree";

/** Text before every program: `openTree`, and `answer(work)`, which prints what `work` returns. */
const BEGINNING = `
  ${TREE_PROGRAM}
  function answer(work) {
    let result;
    try {
      result = work();
    } catch (error) {
      result = { damage: String(error.message ?? error) };
    }
    process.stdout.write(JSON.stringify(result), () => process.exit());
  }`;

interface TreeProgram {
  /** JavaScript text that calls `answer` once. Its arguments: path of lmdb, `file`, `args`. */
  readonly program: string;
  /** LMDB's data file. */
  readonly file: string;
  readonly args: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a program that reads a tree in a process of its own: a damaged tree can lead LMDB out of the
 * file, which ends that process and not the server.
 *
 * @returns what the program answered
 * @throws DamagedStoreError naming the file; Error when the program failed for another reason
 */
export async function runOnTree<T extends object>(options: TreeProgram): Promise<T> {
  const { program, file, args, signal } = options;
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  const env = { ...process.env };
  delete env["NODE_OPTIONS"]; // a loader of this process is not for that one
  const child = spawn(process.execPath, ["-e", BEGINNING + program, lmdb, file, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env,
    ...(signal && { signal }),
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
  });
  if (output === "") {
    if (errors !== "") throw new Error(`${file} could not be read through: ${errors}`);
    throw new DamagedStoreError(`${file} is damaged: reading it ended the process (${ended}).`);
  }
  const result = JSON.parse(output) as T & { damage?: string };
  if (result.damage === undefined) return result;
  throw new DamagedStoreError(`${file} is damaged: ${result.damage}.`);
}
