import { join } from "node:path";
import { supervise } from "../engine/supervisor";
import { serverLogger } from "./logger";

/**
 * Runs the server in a child process, and restarts it when it was killed or failed. Returns its
 * exit code.
 *
 * @param root folder of the repository, or of an installed release
 * @param args of `npm start -- …`
 * @param node path of the Node that runs the server; left out, this process's
 */
export function runSupervised(
  root: string,
  args: readonly string[],
  node?: string,
): Promise<number> {
  const program = join(root, "dist", "program.mjs");
  return supervise(program, [root, ...args], serverLogger(process.env), node);
}
