import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { CommitLog } from "../../../engine/storage/log";
import { encodeWrites, type Write } from "../../../engine/storage/writes";
import { temporaryFolder } from "../commit/support/testDatabase";
import { property } from "../../support/property";

const SECTOR = 512;
const fileIn = (path: string) => join(path, "commits.log");

const anyWrite: fc.Arbitrary<Write> = fc.record({
  index: fc.oneof(fc.nat(5), fc.constant(0xffffffff)),
  key: fc.uint8Array({ maxLength: 12 }),
  value: fc.option(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.string({ minLength: 400, maxLength: 1_100 }), // a record of several sectors
      fc.constantFrom("", "é", "漢字", "👩‍👩‍👧 sample 👍"),
    ),
  ),
});

const anyWrites = fc.array(anyWrite, { maxLength: 4 });

const anyAppend = fc.record({
  writes: anyWrites,
  /** Nanoseconds since the previous append. */
  step: fc.bigInt({ min: 1n, max: 3n }),
  isTreeDone: fc.boolean(),
  /** The process ends before this append, and the next one brings the tree up to date. */
  isReopened: fc.boolean(),
});

/** A naive model of the file: a reader ignores everything from before the first record. */
class Model {
  records: { before: bigint; ts: bigint; writes: readonly Write[] }[] = [];

  append(before: bigint, ts: bigint, writes: readonly Write[], isFirst: boolean): void {
    if (isFirst) this.records = [];
    this.records.push({ before, ts, writes });
  }

  /** null: the tree is too old for the log, or too new. */
  after(ts: bigint): Write[] | null {
    if (ts > this.records.at(-1)!.ts) return null;
    const missing = this.records.filter((record) => record.ts > ts);
    if (missing.length > 0 && missing[0]!.before > ts) return null;
    return missing.flatMap(({ writes }) => writes);
  }
}

const plain = (writes: readonly Write[]) => encodeWrites(writes).toString("hex");

const GAP = /commits\.log and .*documents\.mdb are not of one moment: /;

/**
 * Returns the writes that a tree ending at `ts` lacks; null when the log is refused for `reason`.
 */
function missingAfter(path: string, id: number, ts: bigint, reason = GAP): string | null {
  try {
    const { log, missing } = CommitLog.open(path, id, ts);
    log.close();
    return Buffer.concat(missing).toString("hex");
  } catch (error) {
    expect(error).toMatchObject({ name: "DamagedStoreError" });
    expect((error as Error).message).toContain(fileIn(path));
    expect((error as Error).message).toMatch(reason);
    return null;
  }
}

/** A log for a tree that ends at `ts`, closed when the test ends. */
function logIn(path: string, id: number, ts: bigint): CommitLog {
  const { log } = CommitLog.open(path, id, ts);
  onTestFinished(() => log.close());
  return log;
}

/** A folder whose log has one record for each of `commits`; the tree ends at 10n. */
async function folderWith(commits: readonly (readonly Write[])[]) {
  const path = temporaryFolder();
  const id = CommitLog.create(path, 10n);
  const log = logIn(path, id, 10n);
  for (const [i, writes] of commits.entries()) {
    await log.append(11n + BigInt(i), encodeWrites(writes), false);
  }
  return { path, id, log, bytes: readFileSync(fileIn(path)) };
}

const put = (key: string, value: string | null = "v"): Write => ({
  index: 1,
  key: Buffer.from(key),
  value,
});

describe("the commit log", () => {
  property([fc.bigInt({ min: 0n, max: 2n ** 63n }), fc.array(anyAppend, { maxLength: 12 })], {
    numRuns: 100,
  })(
    "the log gives a tree of any age exactly the commits that it lacks",
    async (start, appends) => {
      const path = temporaryFolder();
      const id = CommitLog.create(path, start);
      const model = new Model();
      const moments = new Set([0n, start]);
      let ts = start;
      let { log } = CommitLog.open(path, id, ts);
      for (const { writes, step, isTreeDone, isReopened } of appends) {
        if (isReopened) {
          log.close();
          ({ log } = CommitLog.open(path, id, ts));
        }
        await log.append(ts + step, encodeWrites(writes), isTreeDone);
        model.append(ts, ts + step, writes, isTreeDone || isReopened);
        for (let moment = ts; moment <= ts + step + 1n; moment++) moments.add(moment);
        ts += step;
        for (const moment of moments) {
          const expected = model.after(moment);
          expect(missingAfter(path, id, moment)).toEqual(expected && plain(expected));
        }
      }
      log.close();
    },
  );

  property(
    [
      fc.array(anyWrites, { minLength: 1, maxLength: 3 }),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      fc.boolean(),
    ],
    { numRuns: 100 },
  )(
    "the log drops an append that a power cut left incomplete, and keeps earlier records",
    async (commits, reachedDisk, isTreeDone) => {
      const { path, id, log, bytes: before } = await folderWith(commits);
      const last = 10n + BigInt(commits.length);
      const torn = [put("torn", "x".repeat(1_200))];
      await log.append(last + 1n, encodeWrites(torn), isTreeDone);
      const after = readFileSync(fileIn(path));
      const disk = Buffer.from(before);
      let isWhole = true;
      for (let sector = 0; sector * SECTOR < after.length; sector++) {
        const at = sector * SECTOR;
        const isNew = !after.subarray(at, at + SECTOR).equals(before.subarray(at, at + SECTOR));
        if (isNew && reachedDisk[sector]) after.copy(disk, at, at, at + SECTOR);
        else if (isNew) isWhole = false;
      }
      writeFileSync(fileIn(path), disk);
      expect(missingAfter(path, id, last)).toEqual(isWhole ? plain(torn) : "");
    },
  );

  test("the log refuses a flipped bit, wherever it is", async () => {
    const commits = [[put("a"), put("b", null)], [put("c", "👍".repeat(300))], [put("d")]];
    const { path, id, bytes } = await folderWith(commits);
    const used = 3 * SECTOR; // the header, the first record and the second's first sector
    for (let at = 0; at < bytes.length; at += at < used ? 1 : 509) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << (at % 8);
      writeFileSync(fileIn(path), flipped);
      // Even when the tree has every commit, because the content of the damaged sector is unknown.
      for (const ts of [10n, 13n]) {
        expect([at, missingAfter(path, id, ts, /is damaged: /)]).toEqual([at, null]);
      }
    }
  });

  test("the log refuses a sector of zeros, and one in another's position", async () => {
    const { path, id, bytes } = await folderWith([[put("a")], [put("b")]]);
    for (let at = 0; at < bytes.length; at += SECTOR) {
      const zeroed = Buffer.from(bytes).fill(0, at, at + SECTOR);
      writeFileSync(fileIn(path), zeroed);
      expect(missingAfter(path, id, 10n, /is damaged: /)).toBeNull();
      const moved = Buffer.from(bytes);
      bytes.copy(moved, at, at === SECTOR ? 0 : SECTOR, at === SECTOR ? SECTOR : 2 * SECTOR);
      writeFileSync(fileIn(path), moved);
      expect(missingAfter(path, id, 10n, /is damaged: /)).toBeNull();
    }
  });

  test("the log refuses a file that is truncated, empty, missing, or of another store", async () => {
    const { path, id, bytes } = await folderWith([[put("a")]]);
    for (const length of [bytes.length - 1, 2 * SECTOR, SECTOR, 5, 0]) {
      writeFileSync(fileIn(path), bytes);
      truncateSync(fileIn(path), length);
      expect(missingAfter(path, id, 11n, /is damaged: it (has|does not begin)/)).toBeNull();
    }
    rmSync(fileIn(path));
    expect(missingAfter(path, id, 11n, /is damaged: it is missing/)).toBeNull();
    CommitLog.create(path, 11n);
    expect(missingAfter(path, id, 11n, /is damaged: it is the log of another store/)).toBeNull();
  });

  test("the log never reads older records behind a rewritten first record", async () => {
    const { path, id } = await folderWith([[put("a")], [put("b")], [put("c")]]);
    await logIn(path, id, 13n).append(14n, encodeWrites([put("d")]), true);
    expect(missingAfter(path, id, 13n)).toEqual(plain([put("d")]));
    expect(missingAfter(path, id, 12n)).toBeNull();
  });

  test("the log does not continue a tree that ends before the log begins", async () => {
    const { path, id } = await folderWith([[put("a")]]);
    expect(missingAfter(path, id, 9n)).toBeNull();
    expect(missingAfter(path, id, 10n)).toEqual(plain([put("a")]));
    expect(missingAfter(path, id, 11n)).toEqual("");
  });

  test("a log that ends before the tree is refused with both dates, even a new one", async () => {
    const { path, id } = await folderWith([[put("a")]]);
    const day = 86_400n * 1_000_000_000n;
    const dates =
      /the first is of 1970-01-01T00:00:00.000Z, of the second 1970-01-03T00:00:00.000Z/;
    expect(missingAfter(path, id, 2n * day, dates)).toBeNull();
    const made = CommitLog.create(path, day);
    expect(missingAfter(path, made, day)).toEqual("");
    expect(missingAfter(path, made, day + 1n)).toBeNull();
  });

  test("a long log waits for the tree, and starts over once the tree has caught up", async () => {
    const path = temporaryFolder();
    const id = CommitLog.create(path, 0n);
    const log = logIn(path, id, 0n);
    const half = "x".repeat(16 * 2 ** 20);
    await log.append(1n, encodeWrites([put("a", half)]), true);
    expect(log.isFull).toBe(false);
    await log.append(2n, encodeWrites([put("b", half)]), false);
    expect(log.isFull).toBe(true);
    await log.append(3n, encodeWrites([put("c")]), true);
    expect(log.isFull).toBe(false);
    expect(missingAfter(path, id, 2n)).toEqual(plain([put("c")]));
  });

  test("the log opens after a crash while it grew", async () => {
    const { path, id, log, bytes } = await folderWith([[put("a")]]);
    await log.append(12n, encodeWrites([put("b", "x".repeat(100_000))]), true);
    const grown = readFileSync(fileIn(path));
    const ends = [
      bytes.length,
      bytes.length + 700, // the disk was full
      grown.length,
    ];
    for (const end of ends) {
      writeFileSync(fileIn(path), Buffer.concat([bytes, grown.subarray(bytes.length, end)]));
      expect(missingAfter(path, id, 10n)).toEqual(plain([put("a")]));
      writeFileSync(fileIn(path), Buffer.concat([bytes, Buffer.alloc(end - bytes.length)]));
      expect(missingAfter(path, id, 10n)).toEqual(plain([put("a")]));
    }
  });
});
