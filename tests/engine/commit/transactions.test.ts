import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Database } from "../../../engine/commit/database";
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
import { reading, schemaOf, temporaryFolder, testDatabase } from "./support/testDatabase";
import { property } from "../../support/property";

const SCHEMA = schemaOf({ items: { by_a_b: ["a", "b"] } });

/** One step of a transaction: a write, a read, or the rollback of a part of it. */
type Action =
  | { readonly kind: "step"; readonly step: Step }
  | { readonly kind: "scan"; readonly scan: Scan }
  | { readonly kind: "nested"; readonly steps: readonly Step[]; readonly fails: boolean };

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant("step" as const), step: anyStep }),
  fc.record({ kind: fc.constant("scan" as const), scan: anyScan }),
  fc.record({
    kind: fc.constant("nested" as const),
    steps: fc.array(anyStep, { maxLength: 4 }),
    fails: fc.boolean(),
  }),
);

const anyTransaction = fc.record({
  actions: fc.array(anyAction, { maxLength: 12 }),
  fails: fc.boolean(),
});

describe("a transaction", () => {
  property([fc.array(anyTransaction, { maxLength: 6 }), fc.array(anyScan)], { numRuns: 30 })(
    "a transaction reads and writes as a naive model does, including nested and failed ones",
    async (transactions, scans) => {
      const database = await openItems();
      try {
        let committed: Documents = new Map();
        // All concurrently: each runs on writes of earlier ones that are not on disk yet.
        const results = transactions.map(({ actions, fails }) =>
          database.write((tx) => {
            let documents = new Map(committed);
            for (const action of actions) {
              if (action.kind === "step") takeStep(tx, documents, action.step);
              if (action.kind === "scan") {
                expect(scanStore(tx, action.scan)).toEqual(scanModel(documents, action.scan));
              }
              if (action.kind !== "nested") continue;
              const savepoint = tx.savepoint();
              const inner = new Map(documents);
              for (const step of action.steps) takeStep(tx, inner, step);
              if (action.fails) tx.rollbackTo(savepoint);
              else documents = inner;
            }
            if (fails) throw new Error("refused");
            committed = documents;
          }),
        );
        for (const [i, result] of results.entries()) {
          if (transactions[i]!.fails) await expect(result).rejects.toThrow("refused");
          else await result;
        }
        for (const scan of scans) {
          const ids = reading(database, (tx) => scanStore(tx, scan));
          expect(ids).toEqual(scanModel(committed, scan));
        }
      } finally {
        await database.close();
      }
    },
  );

  property([fc.array(anyStep, { minLength: 30, maxLength: 60 }), fc.array(anyScan)], {
    numRuns: 12,
  })(
    "a transaction leaves in the store exactly what its own reads saw, even after a reopen",
    async (steps, scans) => {
      const path = temporaryFolder();
      const documents: Documents = new Map();
      let database = await openItems(path);
      await database.write((tx) => steps.forEach((step) => takeStep(tx, documents, step)));
      await database.close();
      database = await openItems(path);
      for (const scan of scans) {
        const ids = reading(database, (tx) => scanStore(tx, scan));
        expect(ids).toEqual(scanModel(documents, scan));
      }
      await database.close();
    },
  );

  test("a scan continues through rows that its transaction inserts, patches and removes", async () => {
    const database = await testDatabase();
    await database.applySchema(SCHEMA);
    await database.write((tx) => {
      for (let b = 0; b < 1_000; b += 2) tx.insert("items", { a: 1, b });
    });
    await database.write((tx) => {
      const seen: number[] = [];
      for (const { id, json } of tx.scan(
        "items.by_a_b",
        { start: Buffer.alloc(0), end: null },
        "asc",
      )) {
        const { b } = JSON.parse(json) as { b: number };
        seen.push(b);
        if (b % 4 === 0) tx.remove(id);
        if (Number.isInteger(b) && b < 100) tx.insert("items", { a: 1, b: b + 0.5 });
        if (b === 10) tx.insert("items", { a: 0, b: 0 }); // behind the scan, so not seen
      }
      expect(seen).toEqual([...seen].sort((x, y) => x - y));
      expect(seen.slice(0, 4)).toEqual([0, 0.5, 2, 2.5]);
      expect(new Set(seen).size).toBe(seen.length);
    });
  });

  test("a transaction that has ended refuses reads and writes", async () => {
    const database = await testDatabase();
    let leaked = database.beginRead();
    const { value: id } = await database.write((tx) => {
      leaked = tx;
      return tx.insert("items", {});
    });
    expect(() => leaked.get(id)).toThrow("The transaction of this function has ended");
  });
});

/** A `testDatabase` for property tests, whose runs end before their test does. */
async function openItems(path = temporaryFolder()): Promise<Database> {
  const database = await Database.open({
    path,
    clock: { now: () => 1_700_000_000_000 },
    onFatal: (error) => {
      throw error;
    },
  });
  await database.applySchema(SCHEMA);
  return database;
}
