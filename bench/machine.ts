import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";

/** Returns one line that describes the machine of the measurement. */
export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const revision = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
  return [
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown CPU"}`,
    memory,
    `Node ${process.version}`,
    `commit ${revision.trim()}`,
    new Date().toISOString(),
  ].join(" · ");
}
