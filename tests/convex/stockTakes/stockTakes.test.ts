/** Stock-takes (docs/product.md, "Stock-takes"). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { DAY_MS } from "#domain/common/durations";
import { sampleAddress } from "#domain/identifiers/sampleAddress";
import { MAX_TEXT } from "#domain/common/plainText";
import { MAX_VIEW_STATE } from "#domain/samples/savedViews";
import {
  MAX_OPEN_STOCK_TAKES,
  MAX_STOCK_TAKE_NAME,
  MAX_STOCK_TAKE_NUMBERS,
  MAX_STOCK_TAKES_A_DAY,
} from "#domain/stockTakes/stockTake";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample } from "../../support/samples";
import { anas, everything, lisbon, query, StockTakeLab } from "../../support/stockTakes";

let lab: ConvexLab;
let shelf: StockTakeLab;
beforeEach(async () => {
  // Scheduled batches run only when a test runs them.
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  lab = await ConvexLab.open();
  shelf = new StockTakeLab(lab);
});
afterEach(() => vi.useRealTimers());

/** One character more than a field may have. */
const LONG = "x".repeat(MAX_TEXT + 1);
/** Each text is short enough, but all of them exceed the size of a document. */
const ENDLESS = Array.from({ length: 2_000 }, (_, n) => `${n}`.padStart(MAX_TEXT, "x"));
const samples = (by: string, count: number) => shelf.registerMany(by, count);
const serials = (ids: Id<"samples">[]) => Promise.all(ids.map((id) => shelf.serial(id)));
const listed = (by: string, isOpen: boolean) => shelf.listed(by, isOpen);

describe("opening a stock-take", () => {
  test("opening a stock-take for a person expects what they have at hand, and nothing in transit", async () => {
    const [one, two, three] = await samples(ana, 3);
    await samples(bruno, 1);
    await lab.take("transfer", ana, three!, bruno);
    const id = await shelf.open(ana, anas);
    expect(await shelf.numbers(ana, id)).toEqual({
      missing: (await serials([one!, two!])).sort(),
    });
    expect(await shelf.get(ana, id)).toMatchObject({ state: "open", counts: { missing: 2 } });
  });

  test.each([
    ["a user's own samples", ana, ["ana"]],
    ["a supervisor's and their reports' samples", sara, ["ana", "sara"]],
    ["everybody's samples for an admin", adam, ["ana", "bruno", "sara"]],
  ])("opening a stock-take for a place expects %s there", async (_, opener, holders) => {
    const held = {
      ana: await samples(ana, 1),
      bruno: await samples(bruno, 1),
      sara: await samples(sara, 1),
    };
    await lab.register(sara, aSample({ location: "Tokyo, Japan" }));
    const id = await shelf.open(opener, lisbon);
    const expected = holders.flatMap((name) => held[name as keyof typeof held]);
    expect((await shelf.numbers(opener, id)).missing).toEqual((await serials(expected)).sort());
  });

  test("opening a stock-take for a part of a place expects the samples whose address contains it, ignoring case", async () => {
    const near = await lab.register(ana, aSample({ location: "Rua Augusta 5, Lisbon" }));
    await samples(ana, 1);
    const id = await shelf.open(ana, { kind: "place", city: " LISBON", location: "rua augusta" });
    expect(await shelf.numbers(ana, id)).toEqual({ missing: await serials([near]) });
  });

  test("opening a stock-take for filters expects the matching samples that are at hand", async () => {
    const nokia = await lab.register(ana, aSample({ brand: "Nokia" }));
    await lab.register(ana, aSample({ brand: "Apple" }));
    const conditions = [{ kind: "select" as const, field: "brand", anyOf: ["Nokia"] }];
    const target = { ...everything, query: { ...query, conditions } };
    const id = await shelf.open(adam, target);
    expect(await shelf.numbers(adam, id)).toEqual({ missing: await serials([nokia]) });
  });

  test("opening a stock-take for pasted numbers expects each; those without a sample of the opener's as numbers", async () => {
    const [own] = await samples(ana, 1);
    const [other] = await samples(bruno, 1);
    const numbers = [await shelf.serial(own!), await shelf.serial(other!), "NOT-REGISTERED"];
    const id = await shelf.open(ana, { kind: "numbers", numbers: [...numbers, numbers[0]!] });
    expect(await shelf.numbers(ana, id)).toEqual({ missing: [...numbers].sort() });
    const [mine] = (await shelf.items(ana, id, "missing")).filter(
      ({ number }) => number === numbers[0],
    );
    expect(mine).toMatchObject({ holder: ana, status: "Registered" });
    for (const number of numbers) {
      expect(await shelf.scan(ana, id, number.toLowerCase())).toMatchObject({ outcome: "found" });
    }
  });

  test("opening a stock-take for pasted numbers reveals nothing of samples that the opener may not see", async () => {
    const [other] = await samples(bruno, 1);
    const number = await shelf.serial(other!);
    const id = await shelf.open(ana, { kind: "numbers", numbers: [number] });
    const told = { number, isHidden: false, scannedAt: Date.now(), scannedBy: ana };
    expect(await shelf.scan(ana, id, number)).toEqual({ outcome: "found", ...told });
    const [line] = await shelf.items(ana, id, "found");
    expect(line).toMatchObject(told);
    expect(line).not.toHaveProperty("imei1");
    expect(line).not.toHaveProperty("holder");
  });

  test("opening a stock-take for many samples runs in consecutive batches, each sample once", async () => {
    await lab.registerMany(ana, 230);
    const id = await shelf.begin(sara, lisbon);
    expect(await shelf.get(sara, id)).toMatchObject({ state: "preparing", counts: { missing: 0 } });
    expect(await refusedCode(shelf.scan(sara, id, "S1"))).toBe("STOCK_TAKE_PREPARING");
    vi.advanceTimersByTime(0);
    await lab.backend.t.finishInProgressScheduledFunctions();
    await shelf.finish();
    expect(await shelf.get(sara, id)).toMatchObject({ state: "open", counts: { missing: 230 } });
  });

  test.each([
    ["without a name", ana, " ", anas, "FIELD_MISSING"],
    ["with an endless name", ana, "x".repeat(MAX_STOCK_TAKE_NAME + 1), anas, "FIELD_TOO_LONG"],
    ["of no city", ana, "Shelf", { ...lisbon, city: " " }, "STOCK_TAKE_PLACE"],
    ["of an endless city", ana, "Shelf", { ...lisbon, city: LONG }, "FIELD_TOO_LONG"],
    ["of an endless place", ana, "Shelf", { ...lisbon, location: LONG }, "FIELD_TOO_LONG"],
    ["of endless numbers", ana, "Shelf", { kind: "numbers", numbers: ENDLESS }, "FIELD_TOO_LONG"],
    ["of an endless number", ana, "Shelf", { kind: "numbers", numbers: [LONG] }, "FIELD_TOO_LONG"],
    [
      "of an endless address",
      ana,
      "Shelf",
      { ...everything, state: { filter: "x".repeat(MAX_VIEW_STATE + 1) } },
      "FIELD_TOO_LONG",
    ],
    ["of nobody", ana, "Shelf", { kind: "person", email: "x@y.z" }, "RECIPIENT_UNKNOWN"],
    ["of a stranger", bruno, "Shelf", anas, "STOCK_TAKE_PERSON"],
    ["of another's report", sara, "Shelf", { kind: "person", email: bruno }, "STOCK_TAKE_PERSON"],
    [
      "of a team that a user has not",
      ana,
      "Shelf",
      { ...everything, scope: "team" },
      "NOT_ALLOWED",
    ],
    [
      "of an unknown column",
      ana,
      "Shelf",
      {
        ...everything,
        query: { ...query, conditions: [{ kind: "text", field: "secret", contains: "x" }] },
      },
      "INPUT_INVALID",
    ],
    ["of no number", ana, "Shelf", { kind: "numbers", numbers: [" "] }, "STOCK_TAKE_NUMBERS"],
    [
      "of too many numbers",
      ana,
      "Shelf",
      {
        kind: "numbers",
        numbers: Array.from({ length: MAX_STOCK_TAKE_NUMBERS + 1 }, (_, n) => `N${n}`),
      },
      "STOCK_TAKE_NUMBERS",
    ],
  ] as const)("%s is refused", async (_, by, name, target, code) => {
    const asked = structuredClone(target) as Parameters<StockTakeLab["begin"]>[1];
    expect(await refusedCode(shelf.begin(by, asked, name))).toBe(code);
    expect(await listed(by, true)).toEqual([]);
  });

  test(`is refused to a person with ${MAX_OPEN_STOCK_TAKES} open ones`, async () => {
    let last = "";
    for (let count = 0; count < MAX_OPEN_STOCK_TAKES; count++) last = await shelf.open(ana, anas);
    expect(await refusedCode(shelf.begin(ana, anas))).toBe("STOCK_TAKES_FULL");
    await shelf.close(ana, last);
    await shelf.begin(ana, anas);
  });

  test(`is refused to a person who opened ${MAX_STOCK_TAKES_A_DAY} within 24 hours, also closed ones`, async () => {
    const id = await shelf.open(ana, anas);
    await shelf.close(ana, id);
    await lab.backend.t.run(async ({ db }) => {
      const { _id, _creationTime, ...closed } = (await db.get("stockTakes", id))!;
      for (let count = 1; count < MAX_STOCK_TAKES_A_DAY; count++)
        await db.insert("stockTakes", closed);
    });
    expect(await refusedCode(shelf.begin(ana, anas))).toBe("STOCK_TAKES_OF_DAY");
    await shelf.begin(adam, anas);
    vi.setSystemTime(Date.now() + DAY_MS);
    await shelf.begin(ana, anas);
  });
});

describe("a scan", () => {
  test("finds expected samples by serial number, IMEI or label, once", async () => {
    const ids = await samples(ana, 3);
    const [one, two, three] = await Promise.all(ids.map((id) => shelf.sample(id)));
    const id = await shelf.open(sara, anas);
    const found = { outcome: "found", sampleId: one!._id, holder: ana, scannedBy: sara };
    expect(await shelf.scan(sara, id, ` ${one!.serialNumber.toLowerCase()} `)).toMatchObject(found);
    expect(await shelf.scan(ana, id, two!.imei2)).toMatchObject({ outcome: "found" });
    const label = sampleAddress("https://sms.example", three!._id);
    expect(await shelf.scan(ana, id, label)).toMatchObject({ outcome: "found" });
    for (const text of [one!.imei1, one!.serialNumber]) {
      expect(await shelf.scan(ana, id, text)).toMatchObject({
        outcome: "already",
        scannedBy: sara,
      });
    }
    expect(await shelf.get(ana, id)).toMatchObject({ counts: { missing: 0, found: 3 } });
  });

  test("sent twice after a lost connection returns its first answer", async () => {
    const [one] = await serials(await samples(ana, 1));
    const id = await shelf.open(ana, anas);
    const first = await shelf.scan(ana, id, one!, "scan-1");
    expect(await shelf.scan(ana, id, one!, "scan-1")).toEqual(first);
    expect(await shelf.scan(ana, id, one!, "scan-2")).toMatchObject({ outcome: "already" });
    expect(await shelf.get(ana, id)).toMatchObject({ counts: { missing: 0, found: 1 } });
  });

  test("a scan of another person's sample names the holder only to those who may see the sample", async () => {
    const [brunos] = await serials(await samples(bruno, 1));
    const id = await shelf.open(ana, anas);
    const answer = await shelf.scan(ana, id, brunos!);
    expect(answer).toMatchObject({ outcome: "unexpected", number: brunos, isHidden: true });
    expect(answer).not.toHaveProperty("holder");
    expect(answer).not.toHaveProperty("sampleId");
    expect(await shelf.items(sara, id, "unexpected")).toMatchObject([{ isHidden: true }]);
    const [line] = await shelf.items(ana, id, "unexpected");
    expect(Object.keys(line ?? {})).not.toContain("brand");
    expect(await shelf.items(adam, id, "unexpected")).toMatchObject([
      { isHidden: false, holder: bruno, sample: { samplmanag: bruno }, scannedBy: ana },
    ]);
  });

  test.each(["IMEI", "label"])(
    "a scan of a hidden sample's %s returns only that text, in answer, lines and record",
    async (kind) => {
      const [brunos] = await samples(bruno, 1);
      const { serialNumber, imei1, imei2 } = await shelf.sample(brunos!);
      const text = kind === "IMEI" ? imei2 : sampleAddress("https://sms.example", brunos!);
      const id = await shelf.open(ana, anas);
      await lab.as(sara).mutation(api.stockTakes.share, { stockTakeId: id, email: adam });
      const first = await shelf.scan(ana, id, text, "scan-1");
      expect(first).toMatchObject({ outcome: "unexpected", number: text, isHidden: true });
      expect(await shelf.scan(ana, id, text, "scan-1")).toEqual(first);
      expect(await shelf.scan(ana, id, text)).toMatchObject({ outcome: "already", scannedBy: ana });
      // Other numbers of the device count once, and nothing reveals which line they belong to.
      for (const number of [serialNumber, imei1]) {
        const told = { outcome: "already", number, isHidden: true };
        expect(await shelf.scan(ana, id, number)).toEqual(told);
      }
      expect(await shelf.get(ana, id)).toMatchObject({ counts: { unexpected: 1 } });
      for (const isClosed of [false, true]) {
        if (isClosed) await shelf.close(ana, id);
        for (const reader of [ana, sara]) {
          expect(await shelf.numbers(reader, id)).toMatchObject({ unexpected: [text] });
        }
        expect(await shelf.numbers(adam, id)).toMatchObject({ unexpected: [serialNumber] });
      }
    },
  );

  test("a scan of a hidden sample stored without its text shows no number in the lines", async () => {
    const [brunos] = await serials(await samples(bruno, 1));
    const id = await shelf.open(ana, anas);
    await shelf.scan(ana, id, brunos!);
    await lab.backend.t.run(async (ctx) => {
      for await (const { _id, scannedBy } of ctx.db.query("stockTakeItems")) {
        if (scannedBy) await ctx.db.patch("stockTakeItems", _id, { scannedText: undefined });
      }
    });
    expect(await shelf.numbers(ana, id)).toEqual({ unexpected: [""] });
    expect(await shelf.numbers(adam, id)).toEqual({ unexpected: [brunos] });
  });

  test("a scan of a hidden sample shows its data to the person who later receives it", async () => {
    const [coming] = await samples(bruno, 1);
    const { serialNumber, imei1 } = await shelf.sample(coming!);
    const id = await shelf.open(ana, anas);
    await shelf.scan(ana, id, imei1);
    await lab.take("transfer", bruno, coming!, ana);
    expect(await shelf.items(ana, id, "unexpected")).toMatchObject([
      { number: serialNumber, isHidden: false, holder: bruno },
    ]);
  });

  test("a scan of an unregistered number is stored as that number, once", async () => {
    const id = await shelf.open(ana, anas);
    expect(await shelf.scan(ana, id, "NOPE-1")).toMatchObject({ outcome: "unknown" });
    expect(await shelf.scan(ana, id, "nope-1")).toMatchObject({ outcome: "already" });
    expect(await shelf.numbers(ana, id)).toEqual({ unknown: ["NOPE-1"] });
  });

  test("a scan of an IMEI that several samples have means the missing one, or none", async () => {
    const fields = aSample();
    const { imei1, imei2 } = fields;
    const own = await lab.register(ana, fields);
    const flagged = { ...aSample(), imei1, imei2 };
    const args = { transactionId: "flagged", duplicates: "flag", fields: flagged } as const;
    await lab.as(bruno).mutation(api.samples.register, args);
    const mine = await shelf.open(ana, anas);
    expect(await shelf.scan(ana, mine, imei1)).toMatchObject({ outcome: "found", sampleId: own });
    const all = await shelf.open(adam, lisbon);
    expect(await shelf.scan(adam, all, imei1)).toMatchObject({ outcome: "ambiguous" });
    expect(await shelf.get(adam, all)).toMatchObject({ counts: { missing: 2, found: 0 } });
  });

  test.each([
    ["", "SCAN_INVALID"],
    ["x".repeat(256), "SCAN_INVALID"],
  ])("a scan of %j is refused", async (text, code) => {
    const id = await shelf.open(ana, anas);
    expect(await refusedCode(shelf.scan(ana, id, text))).toBe(code);
    expect(await refusedCode(shelf.scan(ana, id, "S1", ""))).toBe("TRANSACTION_ID_INVALID");
  });
});
