import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { storePath } from "../../../engine/dataFolder";
import type { Deployment } from "../../../engine/deployment";
import { silentLogger } from "../../../engine/logs";
import type { DeploymentOptions } from "../../../engine/options";
import { serve } from "../../../engine/serve";
import { DATA_FILE } from "../../../engine/storage/dataFile";
import { lockFolder } from "../../../engine/storage/lock";
import { copyClosedFile } from "../../../engine/storage/replaceFile";
import { KeptState } from "../../../engine/upgrade/keptState";
import { rollBack } from "../../../engine/upgrade/rollBack";
import { END_WITH_RUNNER } from "../../support/endWithRunner";
import { TestClock, temporaryFolder } from "../commit/support/testDatabase";
import { builtProgram } from "../support/builtProgram";
import { earlierFile, earlierFiles, earlierFolder } from "../storage/support/earlierFolder";
import { BATCH, openVersion, PEOPLE, peopleIn } from "./support/versions";

const MIB = 2 ** 20;
const DAY_MS = 24 * 60 * 60_000;
/** Later than the data, which has the dates of the run. */
const NOW = Date.UTC(2100, 10, 29, 2, 10);

/** Logs to `lines`. */
function recorder() {
  const lines: { message: string; fields: object }[] = [];
  const log = (message: string, fields: object = {}) => void lines.push({ message, fields });
  return { lines, log: { info: log, warn: log, error: log } };
}

/** A data folder as version one leaves it, with one stored file. */
let original: string;
/** Program that upgrades a folder and kills itself: server.ts. */
let upgrader: string;
beforeAll(async () => {
  upgrader = await builtProgram("tests/engine/upgrade/server.ts");
  original = mkdtempSync(join(tmpdir(), "engine-version-one-"));
  await using(original, "one", async ({ database, files }) => {
    await database.write((tx) => {
      for (let n = 0; n < PEOPLE; n++) tx.insert("people", { name: `first${n} last${n}` });
    });
    await files.store([Buffer.from("a photo")], { contentType: "text/plain" });
  });
});
afterAll(() => rmSync(original, { recursive: true, force: true }));

/** Returns a copy of the folder that version one left. */
function folderOfVersionOne(): string {
  const dataDir = temporaryFolder();
  for (const name of ["instance.json", "files", "store/documents.mdb", "store/commits.log"]) {
    cpSync(join(original, name), join(dataDir, name), { recursive: true });
  }
  return dataDir;
}

/** Opens the folder with a version, calls `use`, and closes it. */
async function using<T>(
  dataDir: string,
  version: "one" | "two" | "three",
  use: (deployment: Deployment) => T | Promise<T>,
  options: Partial<DeploymentOptions> = {},
): Promise<T> {
  const deployment = await openVersion(version, dataDir, options);
  try {
    return await use(deployment);
  } finally {
    await deployment.close();
  }
}

/** Expects the folder to open with version one, and to hold what it held before the upgrade. */
async function expectVersionOne(dataDir: string): Promise<void> {
  await using(dataDir, "one", (deployment) => {
    const names = peopleIn(deployment).map(({ name }) => name);
    expect([names.length, names[7], names.at(-1)]).toEqual([
      PEOPLE,
      "first7 last7",
      `first${PEOPLE - 1} last${PEOPLE - 1}`,
    ]);
  });
}

async function expectVersionTwo(dataDir: string): Promise<void> {
  await using(dataDir, "two", (deployment) => {
    const people = peopleIn(deployment);
    expect([people.length, people[7]]).toEqual([
      PEOPLE,
      expect.objectContaining({ first: "first7", last: "last7" }),
    ]);
  });
}

/** Names in a data folder that an upgrade or a rollback made. */
const kept = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^(previous|rolled-back)/.test(name));

const drafts = (dataDir: string) =>
  readdirSync(storePath(dataDir)).filter((name) => name.startsWith("new-file-"));

describe("an upgrade of documents", () => {
  test("keeps the previous state, and says how large it is and until when", async () => {
    const dataDir = folderOfVersionOne();
    const clock = new TestClock();
    clock.ms = NOW;
    const { lines, log } = recorder();
    const bytes = [DATA_FILE, "commits.log"]
      .map((name) => statSync(join(storePath(dataDir), name)).size)
      .reduce((a, b) => a + b);
    await using(
      dataDir,
      "two",
      ({ kept: { state } }) => {
        const until = NOW + 7 * DAY_MS;
        expect(state).toMatchObject({ keptAt: NOW, until, bytes });
        expect(lines.map(({ message }) => message)).toEqual([
          "the documents of an earlier version are upgraded, in a copy of the data file",
          "the upgrade is done, and the previous version's data is kept for a rollback",
        ]);
        expect(lines[1]!.fields).toEqual({
          folder: state!.folder,
          size: expect.stringMatching(/^[\d.]+ [KM]iB$/) as string,
          until: "2100-12-06T02:10:00.000Z",
        });
        expect(basename(state!.folder)).toBe("previous-21001129T021000Z");
      },
      { clock, log },
    );
    expect(kept(dataDir)).toHaveLength(1);
  });

  test("is undone by a rollback, with files deleted since, and sets aside what was written", async () => {
    const dataDir = folderOfVersionOne();
    await using(dataDir, "two", async ({ database, files }) => {
      await database
        .write((tx) => {
          tx.insert("people", { first: "Ana", last: "Lima" });
          const [file] = tx.scan("_storage.by_id", tx.indexRange("_storage.by_id", []), "asc");
          return files.remove(tx, file!.id);
        })
        .then(({ value: removeBytes }) => removeBytes());
    });
    expect(readdirSync(join(dataDir, "files"))).toEqual(["incoming"]);

    const aside = await rollBack(dataDir, NOW);
    expect(kept(dataDir)).toEqual([basename(aside!)]);
    await expectVersionOne(dataDir);
    await using(dataDir, "one", async ({ scrub }) => {
      expect(await scrub.pass({ isSlow: false })).toMatchObject({ faults: [], files: 1 });
    });
    await using(aside!, "two", (deployment) => {
      expect(peopleIn(deployment)).toHaveLength(PEOPLE + 1);
    });
    await expectVersionTwo(dataDir);
  });

  test("is not needed by a new folder, new tables or a changed index, which keep nothing", async () => {
    const dataDir = temporaryFolder();
    await using(dataDir, "one", () => {});
    await using(dataDir, "two", () => {}); // the type of an empty table changes
    expect(kept(dataDir)).toEqual([]);
    await expect(rollBack(dataDir, NOW)).rejects.toThrow("keeps no earlier state");
  });

  test("that only adds an optional field keeps the state too, and replaces an older one", async () => {
    const dataDir = folderOfVersionOne();
    const clock = new TestClock();
    await using(dataDir, "two", () => {}, { clock });
    const [first] = kept(dataDir);
    clock.ms += DAY_MS;
    await using(dataDir, "three", () => {}, { clock });
    const [second, ...others] = kept(dataDir);
    expect([second === first, others]).toEqual([false, []]);
    await rollBack(dataDir, NOW);
    await expectVersionTwo(dataDir);
  });

  test("is final once it is confirmed, or seven days old", async () => {
    const dataDir = folderOfVersionOne();
    const clock = new TestClock();
    await using(dataDir, "two", () => {}, { clock });
    const stateAtStart = async () => {
      const keptState = await KeptState.open({ dataDir, clock, log: silentLogger });
      keptState.close();
      return keptState.state;
    };
    clock.ms += 7 * DAY_MS - 2_000;
    expect(await stateAtStart()).not.toBeNull();
    clock.ms += 3_000;
    expect(await stateAtStart()).toBeNull();
    expect(kept(dataDir)).toEqual([]);

    await using(dataDir, "three", async (deployment) => {
      const server = await serve({ deployment, port: 0, host: "127.0.0.1" });
      onTestFinished(() => server.close());
      const headers = { Authorization: `Convex ${deployment.adminKey}` };
      const ask = async (path: string, method: string) =>
        (await (await fetch(`${server.url}/api/engine/${path}`, { method, headers })).json()) as {
          previousState: object | null;
        } | null;
      const { keptAt, until, bytes } = deployment.kept.state!;
      const facts = { keptAt, until, bytes };
      expect((await ask("health", "GET"))?.previousState).toEqual(facts);
      expect(await ask("confirm-upgrade", "POST")).toEqual(facts);
      expect(kept(dataDir)).toEqual([]);
      expect((await ask("health", "GET"))?.previousState).toBeNull();
      expect(await ask("confirm-upgrade", "POST")).toBeNull();
    });
  });
});

describe("an upgrade that fails", () => {
  test.each<[string, string, Partial<DeploymentOptions>]>([
    [
      "because an upgrade throws",
      'The upgrade of document "',
      { upgrades: { people: (person) => ({ ...person, first: (person as never)["x"]["y"] }) } },
    ],
    ["because a document does not fit", "is missing the required field `first`", { upgrades: {} }],
  ])("%s leaves the data to the previous version, and says so", async (_why, reason, options) => {
    const dataDir = folderOfVersionOne();
    const { lines, log } = recorder();
    await expect(openVersion("two", dataDir, { ...options, log })).rejects.toThrow(reason);
    expect(lines.at(-1)).toEqual({
      message: "the upgrade failed: the data is unchanged",
      fields: { reason: expect.stringContaining(reason) as string },
    });
    expect([kept(dataDir), drafts(dataDir)]).toEqual([[], []]);
    await expectVersionOne(dataDir);
  });
});

const NO_ROOM =
  /^The upgrade of the documents in .* needs up to 6[\d.]+ MiB of free disk space, and 0 B were left\. No document was changed: free some space and start again, or start the previous version\.$/;

describe("an upgrade that finds the disk full", () => {
  // It asks before it copies the log, before each piece of the data file, and before each commit.
  test("at any question changes nothing and says how much it needs; the next start upgrades", async () => {
    const dataDir = folderOfVersionOne();
    const bytesInUse = () => readFileSync(join(storePath(dataDir), DATA_FILE));
    const before = bytesInUse();
    let refusals = 0;
    for (; ; refusals++) {
      const { lines, log } = recorder();
      const opening = openVersion("two", dataDir, { ...full(refusals), log });
      const refusal = await opening.then(
        (deployment) => deployment.close(),
        (error: unknown) => error,
      );
      if (refusal === undefined) break;
      expect(refusal).toMatchObject({ name: "StorageWriteError", failure: "full" });
      if (kept(dataDir).length > 0) break;
      expect(lines.at(-1)).toEqual({
        message: "the upgrade failed: the data is unchanged",
        fields: { reason: expect.stringMatching(NO_ROOM) as string },
      });
      expect(bytesInUse().equals(before)).toBe(true);
      expect(drafts(dataDir)).toEqual([]);
    }
    expect(refusals).toBeGreaterThan(5);
    await expectVersionTwo(dataDir);
  });

  test("while it copies the data file leaves the space that others need", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, Buffer.alloc(9 * MIB, "x"));
    const asked: number[] = [];
    const checkRoom = (bytes: number) => {
      asked.push(bytes / MIB);
      if (asked.length === 3) throw new Error("full");
    };
    await expect(copyClosedFile(file, `${file}.copy`, checkRoom)).rejects.toThrow("full");
    expect(asked).toEqual([4, 4, 1]);
    expect(statSync(`${file}.copy`).size).toBeLessThanOrEqual(8 * MIB);
    await copyClosedFile(file, `${file}.whole`, () => {});
    expect(readFileSync(`${file}.whole`).equals(readFileSync(file))).toBe(true);
  });

  test("after its data file was converted names the command that goes back", async () => {
    const dataDir = folderOfVersionOne();
    const converted = storePath(join(dataDir, "previous.new"));
    mkdirSync(converted, { recursive: true });
    writeFileSync(join(converted, "tree.mdb"), "");
    await expect(openVersion("two", dataDir, full(0))).rejects.toThrow(
      'free some space and start again, or run "engine rollback" and start the previous version.',
    );
  });
});

/** A disk that is full after `answers` questions. */
function full(answers: number): Partial<DeploymentOptions> {
  let left = answers;
  return { freeBytes: () => (left-- > 0 ? 2 ** 40 : 0) };
}

describe("an upgrade that is killed", () => {
  test("while it stores the documents leaves the data to the previous version, and happens at the next start", async () => {
    const dataDir = folderOfVersionOne();
    await upgradeKilledAt(dataDir, String(PEOPLE + BATCH + 50));
    await expectVersionOne(dataDir);
    await expectVersionTwo(dataDir);
    expect([kept(dataDir).length, drafts(dataDir)]).toEqual([1, []]);
  });

  test("when it is complete keeps both states", async () => {
    const dataDir = folderOfVersionOne();
    const done = "the upgrade is done, and the previous version's data is kept for a rollback";
    await upgradeKilledAt(dataDir, done);
    await expectVersionTwo(dataDir);
    await rollBack(dataDir, NOW);
    await expectVersionOne(dataDir);
  });

  test("after the data file was replaced is complete at the next start", async () => {
    const dataDir = folderOfVersionOne();
    await using(dataDir, "two", () => {});
    renameSync(join(dataDir, kept(dataDir)[0]!), join(dataDir, "previous.new"));
    await expectVersionTwo(dataDir);
    expect(kept(dataDir)).toEqual([expect.stringMatching(/^previous-\d/)]);
  });
});

async function upgradeKilledAt(dataDir: string, point: string): Promise<void> {
  const child = spawn(process.execPath, [...END_WITH_RUNNER, upgrader, dataDir, point], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

describe("a rollback", () => {
  test("that was cut off lets no version start, and is completed by another", async () => {
    const dataDir = folderOfVersionOne();
    await using(dataDir, "two", () => {});
    mkdirSync(join(dataDir, "rolled-back-21001129T021000Z"));
    renameSync(storePath(dataDir), join(dataDir, "rolled-back-21001129T021000Z", "store"));
    for (const version of ["one", "two"] as const) {
      await expect(openVersion(version, dataDir)).rejects.toThrow('Run "engine rollback" again');
    }
    expect(await rollBack(dataDir, NOW)).toBeNull();
    await expectVersionOne(dataDir);
  });

  test("is refused while a server has the folder open, and changes nothing", async () => {
    const dataDir = folderOfVersionOne();
    await using(dataDir, "two", async () => {
      await expect(rollBack(dataDir, NOW)).rejects.toThrow("is in use by process");
    });
    expect(kept(dataDir)).toEqual([expect.stringMatching(/^previous-\d/)]);
  });
});

test("a second start during an upgrade is refused, and does not remove its draft", async () => {
  const dataDir = folderOfVersionOne();
  const lock = await lockFolder(storePath(dataDir));
  onTestFinished(() => lock.release());
  mkdirSync(join(dataDir, "previous.new"));
  await expect(openVersion("two", dataDir)).rejects.toThrow("is in use by process");
  expect(existsSync(join(dataDir, "previous.new"))).toBe(true);
});

describe("an upgrade from an earlier data file", () => {
  test.each(["format2", "format3"] as const)(
    "%s is undone by a rollback, byte by byte, even when the start failed after it",
    async (format) => {
      const dataDir = dirname(earlierFolder(format));
      const project = { appDefinition: { definition: null, schema: null, dependencies: [{}] } };
      const appDefinition = { ...project.appDefinition, changedModules: [] };
      const broken = openVersion("two", dataDir, { pushRequest: { appDefinition } });
      await expect(broken).rejects.toThrow("components");
      expect(existsSync(join(storePath(dataDir), DATA_FILE))).toBe(true);
      await using(dataDir, "two", ({ database }) => {
        return database.write((tx) => tx.insert("people", { first: "Ana", last: "Lima" }));
      });
      await rollBack(dataDir, NOW);
      expectEarlierFolder(dataDir, format);
    },
  );

  // It asks before all, before it copies the log, and before and during the conversion.
  test("that finds the disk full at any question changes nothing, and happens at the next start", async () => {
    const dataDir = dirname(earlierFolder("format3"));
    for (const answers of [0, 1, 2, 3]) {
      await expect(openVersion("two", dataDir, full(answers))).rejects.toThrow(
        /^Converting .*tree\.mdb needs up to 6[\d.]+ MiB of free disk space, and 0 B were left\. Nothing was changed/,
      );
      expectEarlierFolder(dataDir, "format3");
      expect(kept(dataDir)).toEqual([]);
    }
    await using(dataDir, "two", () => {});
    expect(kept(dataDir)).toHaveLength(1);
  });
});

function expectEarlierFolder(dataDir: string, format: "format2" | "format3"): void {
  const files = earlierFiles(format);
  const names = readdirSync(storePath(dataDir)).filter((name) => !name.includes("lock"));
  expect(names.sort()).toEqual(files);
  for (const name of files) {
    const bytes = readFileSync(join(storePath(dataDir), name));
    expect(bytes.equals(earlierFile(format, name))).toBe(true);
  }
}
