import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { lockFolder, refuseNetworkFolder } from "../../../engine/storage/lock";
import { temporaryFolder } from "../commit/support/testDatabase";
import { builtProgram } from "../support/builtProgram";
import { Child } from "./support/child";

let holder: string;
beforeAll(async () => {
  holder = await builtProgram("tests/engine/storage/support/holder.ts");
});

type Outcome = { held?: number; failed?: string; message?: string };

/** A process that tries to take the lock of `path`; killed when the test ends. */
function startHolder(path: string, options: { prefix?: string[]; busy?: true } = {}): Child {
  const { prefix = [], busy } = options;
  const [command, ...args] = [...prefix, process.execPath, holder, path];
  const child = spawn(command, [...args, ...(busy ? ["busy"] : [])]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return new Child(child);
}

/**
 * Returns a command prefix that runs a program in its own PID namespace, as a container does; []
 * where that is forbidden.
 */
function inOwnPidNamespace(): string[] {
  const attempts = [[], ["--user", "--map-root-user"]].map((options) => [
    "unshare",
    ...options,
    ...["--pid", "--fork", "--mount-proc", "--kill-child"],
  ]);
  const works = ([command = "", ...args]: string[]) =>
    spawnSync(command, [...args, "true"]).status === 0;
  return attempts.find(works) ?? [];
}

async function takeAndRelease(path: string): Promise<void> {
  const lock = await lockFolder(path);
  await lock.release();
}

const refusal = (path: string, by: string) =>
  `The data folder ${path} is in use by ${by}. Stop it first, or choose another folder.`;

describe("the lock of a data folder", () => {
  test("exactly one of many processes gets the lock, and the next one after kill -9", async () => {
    const path = temporaryFolder();
    for (let round = 0; round < 2; round++) {
      const children = Array.from({ length: 6 }, () => startHolder(path));
      const outcomes = await Promise.all(children.map((child) => child.lineOrThrow<Outcome>()));
      const winner = outcomes.findIndex(({ held }) => held !== undefined);
      expect(outcomes.filter(({ held }) => held !== undefined)).toHaveLength(1);
      for (const { message } of outcomes.filter((_, i) => i !== winner)) {
        expect(message).toBe(refusal(path, `process ${outcomes[winner]!.held}`));
      }
      await Promise.all(children.map((child) => child.kill()));
    }
    expect(readdirSync(path)).toHaveLength(1);
  });

  test("the lock holds between two containers, which cannot see each other's processes", async () => {
    const path = temporaryFolder();
    const prefix = inOwnPidNamespace();
    const first = startHolder(path, { prefix });
    const { held } = await first.lineOrThrow<Outcome>();
    const second = await startHolder(path, { prefix }).lineOrThrow<Outcome>();
    expect(second.message).toBe(refusal(path, `process ${held}`));
    await first.kill();
    while ((await startHolder(path).lineOrThrow<Outcome>()).held === undefined);
  });

  test("the lock ends with a process that its parent has not reaped", async () => {
    const path = temporaryFolder();
    const holder = startHolder(path, { prefix: ["sh", "-c", '"$@" & exec sleep 600', "sh"] });
    const { held } = await holder.lineOrThrow<Outcome>();
    process.kill(held!, "SIGKILL");
    const state = () => /\) (.)/.exec(readFileSync(`/proc/${held}/stat`, "utf8"))?.[1];
    while (state() !== "Z") await setTimeout(5);
    await takeAndRelease(path);
    expect(state()).toBe("Z");
  });

  test("a process that is too busy to answer keeps its lock", async () => {
    const path = temporaryFolder();
    await startHolder(path, { busy: true }).lineOrThrow();
    await expect(lockFolder(path)).rejects.toThrow(refusal(path, "a process that does not answer"));
  });

  test("the lock of a data folder does not apply to a copy of the folder", async () => {
    const path = temporaryFolder();
    await startHolder(path).lineOrThrow();
    const copy = join(temporaryFolder(), "copy");
    expect(spawnSync("cp", ["-a", path, copy]).status).toBe(0);
    expect(readdirSync(copy)).toEqual(readdirSync(path));
    await takeAndRelease(copy);
  });

  test("the lock works in a folder whose path is longer than a socket's name may be", async () => {
    const path = join(temporaryFolder(), "x".repeat(200));
    mkdirSync(path);
    const lock = await lockFolder(path);
    await expect(lockFolder(path)).rejects.toThrow(refusal(path, `process ${process.pid}`));
    await lock.release();
    await takeAndRelease(path);
  });

  test("a refused lock names the computer or container that holds it", async () => {
    const path = temporaryFolder();
    const prefix = ["unshare", "--uts", "sh", "-c", 'hostname box && exec "$@"', "sh"];
    const outcome = startHolder(path, { prefix });
    const { held } = (await outcome.line<Outcome>()) ?? {};
    if (held === undefined) return; // this machine does not allow setting the host name
    expect(hostname()).not.toBe("box");
    await expect(lockFolder(path)).rejects.toThrow(refusal(path, `process ${held} in "box"`));
  });

  test("no lock is taken on a network file system", () => {
    expect(() => refuseNetworkFolder("/srv/data", () => 0x6969)).toThrow(
      "The data folder /srv/data is on a network file system (NFS)",
    );
    expect(() => refuseNetworkFolder("/srv/data", () => 0xef53)).not.toThrow();
  });
});

describe("the lock file of version 1.6", () => {
  const startTime = () => {
    const stat = readFileSync("/proc/self/stat", "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  };

  test.each([
    ["of a process that is gone", { pid: 2 ** 22 - 1, startedAt: "1" }],
    ["whose process number is another's", { pid: process.pid, startedAt: "1" }],
    ["that was cut short", "{"],
  ])("a lock file of version 1.6 does not hold the folder: %s", async (_name, content) => {
    const path = temporaryFolder();
    writeFileSync(join(path, "engine.lock"), JSON.stringify(content));
    await takeAndRelease(path);
  });

  test("a lock file of version 1.6 of a running process holds the folder", async () => {
    const path = temporaryFolder();
    const content = { pid: process.pid, startedAt: startTime() };
    writeFileSync(join(path, "engine.lock"), JSON.stringify(content));
    await expect(lockFolder(path)).rejects.toThrow(refusal(path, `process ${process.pid}`));
  });
});
