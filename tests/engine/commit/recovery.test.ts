import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Database, type ReadTransaction } from "../../../engine/commit/database";
import { StoreRecords } from "../../../engine/commit/storeRecords";
import { logIdWrite } from "../../../engine/storage/ownRecords";
import { Store } from "../../../engine/storage/store";
import { EVERYTHING } from "../../../engine/values/keys";
import { startChild } from "../storage/support/child";
import { builtProgram } from "../support/builtProgram";
import {
  anyScan,
  anyStep,
  scanModel,
  scanStore,
  takeStep,
  type Documents,
  type Scan,
  type Step,
} from "./model";
import {
  reading,
  schemaOf,
  temporaryFolder,
  TestClock,
  testDatabase,
} from "./support/testDatabase";
import { property } from "../../support/property";

const SCHEMA = schemaOf({ items: { by_a_b: ["a", "b"] } });

/** Copies the part of the data folder `path` that would survive a crash now, except the lock. */
function copyOf(path: string): string {
  const copy = join(temporaryFolder(), "copy");
  mkdirSync(copy);
  for (const file of ["documents.mdb", "commits.log"])
    copyFileSync(join(path, file), join(copy, file));
  return copy;
}

/** Returns the timestamp of the newest commit in the store in `path`, which must be closed. */
async function storeTs(path: string): Promise<bigint> {
  const store = new Store(path);
  const snapshot = store.snapshot();
  const ts = StoreRecords.tsOf(snapshot);
  snapshot.close();
  await store.close();
  return ts;
}

function notesIn(database: Database): string[] {
  return reading(database, (tx) =>
    [...tx.scan("notes.by_creation_time", EVERYTHING, "asc")].map(
      ({ json }) => (JSON.parse(json) as { note: string }).note,
    ),
  );
}

const takeNote = (database: Database, note: string) =>
  database.write((tx) => tx.insert("notes", { note }));

describe("commits that are only in the log", () => {
  test("commits that are only in the log survive kill -9, one start after another", async () => {
    const path = temporaryFolder();
    const program = await builtProgram("tests/engine/storage/support/lastWords.ts");
    const notes = ["first", "second", "third"];
    for (const note of notes) {
      const child = startChild(program, [path, note]);
      const { ts } = await child.lineOrThrow<{ ts: string }>();
      await child.exit;
      expect(await storeTs(path)).toBeLessThan(BigInt(ts));
    }
    expect(notesIn(await testDatabase({ path }))).toEqual(notes);
  });

  test("commits survive a crash during the start that replays them", async () => {
    const path = temporaryFolder();
    const database = await testDatabase({ path });
    const { ts } = await takeNote(database, "acknowledged");
    const copy = copyOf(path);
    expect(await storeTs(copyOf(path))).toBeLessThan(ts);
    const restarted = await testDatabase({ path: copy });
    const again = await testDatabase({ path: copyOf(copy) });
    expect([restarted, again].map(notesIn)).toEqual([["acknowledged"], ["acknowledged"]]);
    expect([restarted.ts, again.ts]).toEqual([ts, ts]);
  });

  test("replayed commits stay when later commits follow them", async () => {
    const path = temporaryFolder();
    const database = await testDatabase({ path });
    await Promise.all(["a", "b"].map((note) => takeNote(database, note)));
    const copy = copyOf(path);
    await takeNote(await testDatabase({ path: copy }), "c");
    const third = await testDatabase({ path: copyOf(copy) });
    expect(notesIn(third)).toEqual(["a", "b", "c"]);
  });
});

describe("a log that lacks acknowledged commits", () => {
  const flipAt = (at: number) => (bytes: Buffer) => {
    bytes[at]! ^= 4;
    return bytes;
  };
  // Damage at every place of a log: tests/engine/storage/log.test.ts.
  test.each<[string, ((bytes: Buffer) => Buffer) | null]>([
    ["removed", null],
    ["damaged in the oldest commit", flipAt(600)],
  ])("a log that was %s refuses the start, naming the file", async (_name, damage) => {
    const path = temporaryFolder();
    const database = await testDatabase({ path });
    for (const note of ["a", "b", "c"]) await takeNote(database, note);
    const copy = copyOf(path);
    const file = join(copy, "commits.log");
    if (damage) writeFileSync(file, damage(readFileSync(file)));
    else rmSync(file);
    const opening = testDatabase({ path: copy });
    await expect(opening).rejects.toMatchObject({ name: "DamagedStoreError" });
    await expect(opening).rejects.toThrow(`${file} is damaged: `);
  });

  test("a log that lacks acknowledged commits is refused even after an orderly stop", async () => {
    const path = temporaryFolder();
    const database = await testDatabase({ path });
    await takeNote(database, "a");
    await database.close();
    rmSync(join(path, "commits.log"));
    await expect(testDatabase({ path })).rejects.toThrow("commits.log is damaged: it is missing");
  });
});

describe("files of different moments", () => {
  /** Files of a folder when it had two notes, and again when it had three and was closed. */
  async function twoMoments() {
    const path = temporaryFolder();
    const database = await testDatabase({ path });
    for (const note of ["a", "b"]) await takeNote(database, note);
    await database.backup(join(temporaryFolder(), "backup")); // the store holds both
    const earlier = copyOf(path);
    await takeNote(database, "c");
    await database.close();
    return { path, earlier };
  }

  test("an older log next to the tree refuses the start, naming both files", async () => {
    const { path, earlier } = await twoMoments();
    copyFileSync(join(earlier, "commits.log"), join(path, "commits.log"));
    const opening = testDatabase({ path });
    await expect(opening).rejects.toMatchObject({ name: "DamagedStoreError" });
    await expect(opening).rejects.toThrow(
      `${join(path, "commits.log")} and ${join(path, "documents.mdb")} are not of one moment: `,
    );
  });

  test("a tree older than the start of the log refuses the start, naming both files", async () => {
    const { path, earlier } = await twoMoments();
    const database = await testDatabase({ path });
    await takeNote(database, "d"); // overwrites the first record, which the older tree lacks
    await database.close();
    copyFileSync(join(earlier, "documents.mdb"), join(path, "documents.mdb"));
    await expect(testDatabase({ path })).rejects.toThrow(
      `${join(path, "commits.log")} and ${join(path, "documents.mdb")} are not of one moment: `,
    );
  });

  test("an older tree gets the commits that it lacks from the log", async () => {
    const { path, earlier } = await twoMoments();
    copyFileSync(join(earlier, "documents.mdb"), join(path, "documents.mdb"));
    expect(notesIn(await testDatabase({ path }))).toEqual(["a", "b", "c"]);
  });

  test("the log of a restored folder is recognized before it has a commit", async () => {
    const backup = join(temporaryFolder(), "backup");
    const source = await testDatabase();
    await takeNote(source, "a");
    await source.backup(backup);
    const path = join(temporaryFolder(), "restored");
    await Database.restore(backup, path);
    await (await testDatabase({ path })).close();
    const log = readFileSync(join(path, "commits.log"));
    const database = await testDatabase({ path });
    await takeNote(database, "b");
    await database.close();
    writeFileSync(join(path, "commits.log"), log);
    await expect(testDatabase({ path })).rejects.toThrow("are not of one moment");
  });

  test("a folder opens whose last group of commits was refused before its schema changed", async () => {
    const path = temporaryFolder();
    let free = 2 ** 40;
    const database = await Database.open({
      path,
      clock: new TestClock(),
      onFatal: (error) => {
        throw error;
      },
      freeBytes: () => free,
    });
    await takeNote(database, "kept");
    free = 0;
    await expect(takeNote(database, "refused")).rejects.toMatchObject({ failure: "full" });
    free = 2 ** 40;
    await database.applySchema(schemaOf({ notes: { by_note: ["note"] } }));
    await database.close();
    expect(notesIn(await testDatabase({ path }))).toEqual(["kept"]);
  });
});

describe("a start that ended while creating the log", () => {
  test("the next start repeats one that ended while creating the log", async () => {
    const path = temporaryFolder();
    const database = await testDatabase({ path });
    await takeNote(database, "a");
    await database.close();
    const store = new Store(path); // the log exists, but the tree does not name it yet
    await store.commit([logIdWrite(null)]);
    await store.close();
    expect(notesIn(await testDatabase({ path }))).toEqual(["a"]);
  });
});

/** A slow mutation waits between its steps. */
type Ending = "well" | "badly" | "slowly";

/** One step of the test with the database. `which` picks one of the open readers. */
type Act =
  | { readonly kind: "mutate"; readonly steps: readonly Step[]; readonly ends: Ending }
  | { readonly kind: "lose"; readonly steps: readonly Step[] }
  | { readonly kind: "read" | "await" | "carry" | "crash" }
  | { readonly kind: "close"; readonly which: number }
  | { readonly kind: "turn"; readonly turns: number };

const steps = fc.array(anyStep, { maxLength: 5 });
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("mutate" as const),
      steps,
      ends: fc.constantFrom<Ending>("well", "badly", "slowly"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lose" as const), steps }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom("read" as const, "read" as const, "read" as const, "await" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("carry" as const, "crash" as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("close" as const), which: fc.nat(100) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("turn" as const), turns: fc.nat(8) }),
  },
);

/** The documents after the last mutation up to `number` that did not throw. */
interface State {
  readonly number: number;
  readonly documents: Documents;
}

/** A database and its naive model: complete copies of all documents, one per commit. */
class Modelled {
  database!: Database;
  #mark = "";
  #count = 0;
  #losses = 0;
  /** After the mutation that ran last; it may not be on disk. */
  #newest: State = { number: 0, documents: new Map() };
  /** After the last announced commit. */
  visible = this.#newest;
  /** Not on disk yet, in order. */
  pending: State[] = [];
  readonly readers: { readonly tx: ReadTransaction; readonly state: State }[] = [];
  readonly results: Promise<unknown>[] = [];
  readonly #ids = new Set<string>();
  readonly fatal: unknown[] = [];

  constructor(
    readonly path: string,
    readonly scans: readonly Scan[],
  ) {}

  async open(): Promise<void> {
    const onFatal = (error: Error) => {
      if (error.message.includes("statfs")) this.#lose();
      else this.fatal.push(error);
    };
    const clock = new TestClock();
    this.database = await Database.open({ path: this.path, clock, onFatal });
    await this.database.applySchema(SCHEMA);
    const { value } = await this.database.write((tx) => tx.insert("marks", { number: 0 }));
    this.#mark = value;
    this.database.onCommit(() => (this.visible = this.pending.shift()!));
  }

  mutate(steps: readonly Step[], ends: Ending): Promise<unknown> {
    const result = this.database.write(async (tx) => {
      const losses = this.#losses;
      this.expectShown(tx, this.#newest);
      const documents = new Map(this.#newest.documents);
      for (const step of steps) {
        if (ends === "slowly") for (let i = 0; i < 8; i++) await setImmediate();
        if (this.#losses > losses) return; // its reads were undone, so it is refused in any case
        takeStep(tx, documents, step);
        for (const id of documents.keys()) this.#ids.add(id);
        this.expectShown(tx, { number: this.#newest.number, documents });
      }
      if (ends === "badly") throw new Error("refused");
      this.#newest = { number: ++this.#count, documents };
      tx.patch(this.#mark, { number: this.#count });
      this.pending.push(this.#newest);
    });
    this.results.push(result);
    return result;
  }

  /** Runs a mutation while the disk fails: without the folder, free space cannot be determined. */
  async mutateInVain(steps: readonly Step[]): Promise<void> {
    renameSync(this.path, `${this.path}-away`);
    try {
      await expect(this.mutate(steps, "well")).rejects.toThrow("statfs");
    } finally {
      renameSync(`${this.path}-away`, this.path);
    }
  }

  beginRead(): void {
    const tx = this.database.beginRead();
    expect(tx.ts).toBe(this.database.ts);
    this.readers.push({ tx, state: this.visible });
  }

  /**
   * Checks that a start from the current disk state shows everything acknowledged, and perhaps
   * commits in progress.
   */
  async expectSurvival(): Promise<void> {
    const copy = copyOf(this.path);
    const possible = [this.visible, ...this.pending];
    const database = await openItems(copy);
    try {
      reading(database, (tx) => {
        const { number } = JSON.parse(tx.get(this.#mark)!.json) as { number: number };
        const state = possible.find((each) => each.number === number);
        expect(possible.map((each) => each.number)).toContain(number);
        this.expectShown(tx, state!);
      });
    } finally {
      await database.close();
    }
  }

  expectShown(tx: ReadTransaction, { number, documents }: State): void {
    expect(JSON.parse(tx.get(this.#mark)!.json)).toMatchObject({ number });
    for (const scan of this.scans) expect(scanStore(tx, scan)).toEqual(scanModel(documents, scan));
    for (const id of this.#ids) {
      const found = tx.get(id);
      expect(found && JSON.parse(found.json)).toEqual(
        documents.has(id) ? { _id: id, ...documents.get(id) } : null,
      );
    }
  }

  #lose(): void {
    this.#losses++;
    this.pending = [];
    this.#newest = this.visible;
  }
}

async function openItems(path: string): Promise<Database> {
  const onFatal = (error: Error) => {
    throw error;
  };
  return Database.open({ path, clock: new TestClock(), onFatal });
}

const ALL: Scan = { a: undefined, from: null, to: null, order: "asc", take: 1_000 };

describe("a query", () => {
  property(
    [
      fc.array(anyAct, { minLength: 10, maxLength: 40 }),
      fc.array(anyScan, { minLength: 1, maxLength: 2 }),
    ],
    { numRuns: 6 },
  )(
    "a query sees one moment while others are written, aborted and checkpointed",
    async (acts, scans) => {
      const model = new Modelled(temporaryFolder(), [ALL, { ...ALL, order: "desc" }, ...scans]);
      await model.open();
      try {
        for (const act of acts) {
          if (act.kind === "mutate") void model.mutate(act.steps, act.ends).catch(() => {});
          if (act.kind === "lose") await model.mutateInVain(act.steps);
          if (act.kind === "read") model.beginRead();
          if (act.kind === "await") await Promise.allSettled(model.results);
          if (act.kind === "carry") await model.database.backup(join(temporaryFolder(), "backup"));
          if (act.kind === "crash") await model.expectSurvival();
          if (act.kind === "turn") for (let i = 0; i < act.turns; i++) await setImmediate();
          if (act.kind === "close" && model.readers.length > 0) {
            const [closed] = model.readers.splice(act.which % model.readers.length, 1);
            closed!.tx.close();
          }
          for (const { tx, state } of model.readers) model.expectShown(tx, state);
        }
        const outcomes = await Promise.allSettled(model.results);
        const errors = outcomes.filter((outcome) => outcome.status === "rejected");
        for (const { reason } of errors) expect(String(reason)).toMatch(/refused|statfs/);
        expect(model.pending).toEqual([]);
        for (const { tx, state } of model.readers) model.expectShown(tx, state);
        await model.expectSurvival();
      } finally {
        await model.database.close();
      }
      expect(model.fatal).toEqual([]);
      await model.expectSurvival();
    },
  );
});

describe("right after an acknowledged write", () => {
  test("a backup contains a write that was acknowledged just before", async () => {
    const database = await testDatabase();
    const folder = temporaryFolder();
    await takeNote(database, "acknowledged");
    await database.backup(join(folder, "backup"));
    await Database.restore(join(folder, "backup"), join(folder, "restored"));
    const restored = await testDatabase({ path: join(folder, "restored") });
    expect(notesIn(restored)).toEqual(["acknowledged"]);
  });

  test("an orderly stop leaves every acknowledged write in the store", async () => {
    const path = temporaryFolder();
    const database = await testDatabase({ path });
    const { ts } = await takeNote(database, "acknowledged");
    await database.close();
    expect(await storeTs(path)).toBe(ts);
  });

  test("a new index contains a write that was acknowledged just before", async () => {
    const database = await testDatabase();
    const { value: id } = await takeNote(database, "acknowledged");
    await database.applySchema(schemaOf({ notes: { by_note: ["note"] } }));
    const found = reading(database, (tx) => [...tx.scan("notes.by_note", EVERYTHING, "asc")]);
    expect(found).toMatchObject([{ id }]);
  });

  test("applying a schema refuses a document that was acknowledged just before and does not fit", async () => {
    const database = await testDatabase();
    const { value: id } = await takeNote(database, "acknowledged");
    const fields = { note: { fieldType: { type: "number" as const }, optional: false } };
    const schema = schemaOf({ notes: {} }, { notes: { type: "object", value: fields } });
    await expect(database.applySchema(schema)).rejects.toThrow(id);
  });

  test("applying a schema waits for queries that read pending writes", async () => {
    const database = await testDatabase();
    await takeNote(database, "acknowledged");
    const tx = database.beginRead();
    let isApplied = false;
    const applying = database
      .applySchema(schemaOf({ notes: { by_note: ["note"] } }))
      .then(() => (isApplied = true));
    await database.backup(join(temporaryFolder(), "backup")); // the store has caught up
    expect([...tx.scan("notes.by_creation_time", EVERYTHING, "asc")]).toHaveLength(1);
    expect(isApplied).toBe(false);
    tx.close();
    await applying;
    expect(notesIn(database)).toEqual(["acknowledged"]);
  });
});
