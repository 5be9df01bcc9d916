import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import * as Claims from "../../../convex/model/samples/claims";
import {
  IDENTIFIER_FIELDS,
  identifierKey,
  type Identifiers,
} from "../../../convex/model/samples/claims";
import { ana, ConvexLab } from "../../support/deployments/convexLab";
import { aSample } from "../../support/samples";

let lab: ConvexLab;
let owners: Id<"samples">[];
let uid: Id<"users">;
beforeEach(async () => {
  lab = await ConvexLab.open();
  owners = [await lab.register(ana, aSample()), await lab.register(ana, aSample())];
  uid = await lab.backend.t.run(async (ctx) => (await ctx.db.get("samples", owners[0]!))!.uid);
});

type Stored = { field: (typeof IDENTIFIER_FIELDS)[number]; value: string; owner: number };

/** Replaces all stored rows by `rows`. */
const store = (rows: readonly Stored[]) =>
  lab.backend.t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("identifiers").collect()) {
      await ctx.db.delete("identifiers", _id);
    }
    for (const { field, value, owner } of rows) {
      const row = { ...identifierKey(field, value), field, sampleId: owners[owner]!, uid };
      await ctx.db.insert("identifiers", row);
    }
  });

/** Returns the fields of each sample whose value belongs to a sample other than `except`. */
const takenFields = (samples: readonly Identifiers[], except: Id<"samples"> | null = null) =>
  lab.backend.t.run(async (ctx) => {
    const claims = await Claims.readClaims(ctx, samples);
    return samples.map((sample) => Claims.lookUpTaken(claims, sample, except));
  });

// Many values in one range, longer values between them, and texts that JavaScript and the index
// order differently.
const imei = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 0, max: 12 }).map((n) => `3520990017${String(n).padStart(5, "0")}`),
  fc.integer({ min: 0, max: 3 }).map((n) => `86000000000000${n}`),
);
const serialNumber = fc.constantFrom(
  ...["", "S1", "s1", "S2", "HQ1000010001", "HQ1000010001-B", "hq1000010002", "HQ1000010009"],
  ...["HQ100001\u{1F600}A", "HQ100001\uFF01AA", "HQ1000010\t"],
);
const identifiers = fc.record({ imei1: imei, imei2: imei, serialNumber });

test("a look-up finds exactly the identifiers that other samples have", async () => {
  const stored = fc.array(
    fc.oneof(
      fc.record({
        field: fc.constantFrom("imei1" as const, "imei2" as const),
        value: imei,
        owner: fc.nat({ max: 1 }),
      }),
      fc.record({
        field: fc.constant("serialNumber" as const),
        value: serialNumber,
        owner: fc.nat({ max: 1 }),
      }),
    ),
    { maxLength: 40 },
  );
  const asked = fc.array(identifiers, { minLength: 1, maxLength: 12 });
  const excepted = fc.option(fc.nat({ max: 1 }));
  const property = fc.asyncProperty(stored, asked, excepted, async (rows, samples, which) => {
    const claimed = rows.filter(onePerSlot).filter(({ value }) => value !== "");
    const except = which === null ? null : owners[which]!;
    await store(claimed);
    const taken = await takenFields(samples, except);
    for (const [index, sample] of samples.entries()) {
      for (const field of IDENTIFIER_FIELDS) {
        const key = identifierKey(field, sample[field]);
        const others = claimed
          .filter((row) => isSameKey(identifierKey(row.field, row.value), key))
          .map(({ owner }) => owners[owner])
          .filter((owner) => owner !== except);
        const found = taken[index]?.[field];
        if (others.length === 0) expect(found).toBeUndefined();
        else expect(others).toContain(found);
      }
    }
  });
  await fc.assert(property, { numRuns: 50 });
});

test("a sample with an IMEI in both slots does not hide another sample with it", async () => {
  const value = "352099001761481";
  const imei1 = { field: "imei1", value } as const;
  await store([
    { ...imei1, owner: 0 },
    { field: "imei2", value, owner: 0 },
    { ...imei1, owner: 1 },
  ]);
  expect(await takenFields([{ imei1: value }], owners[0])).toEqual([{ imei1: owners[1] }]);
  expect(await takenFields([{ imei1: value }], owners[1])).toEqual([{ imei1: owners[0] }]);
});

test("a look-up finds two IMEIs with many others between them", async () => {
  const numbered = Array.from({ length: 13 }, (_, n) => `3520990017614${10 + n}`);
  await store(numbered.map((value) => ({ field: "imei1", value, owner: 0 })));
  const [imei1, imei2] = [numbered[0], numbered[12]];
  expect(await takenFields([{ imei1, imei2 }])).toEqual([{ imei1: owners[0], imei2: owners[0] }]);
});

test("identifiers registered after the look-up count as taken", async () => {
  const sample = { imei1: "352099001761481", imei2: "", serialNumber: "S1" };
  const other = { imei1: "352099001761499", imei2: sample.imei1, serialNumber: "s1 " };
  const taken = await lab.backend.t.run(async (ctx) => {
    const claims = await Claims.readClaims(ctx, [sample, other]);
    Claims.addClaims(claims, owners[0]!, sample);
    return Claims.lookUpTaken(claims, other);
  });
  expect(taken).toEqual({ imei2: owners[0], serialNumber: owners[0] });
});

/** Keeps one row per value, slot and owner: a sample has a value at most once in each slot. */
function onePerSlot({ field, value, owner }: Stored, index: number, rows: readonly Stored[]) {
  const isSame = (row: Stored) =>
    row.field === field &&
    row.owner === owner &&
    isSameKey(identifierKey(field, row.value), identifierKey(field, value));
  return rows.findIndex(isSame) === index;
}

type Key = Pick<Doc<"identifiers">, "kind" | "key">;
function isSameKey(a: Key, b: Key): boolean {
  return a.kind === b.kind && a.key === b.key;
}
