import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import * as Users from "../../convex/model/users";
import { sampleAddress } from "../../domain/sampleAddress";
import {
  MAX_HELPERS,
  MAX_OPEN_STOCK_TAKES,
  MAX_STOCK_TAKE_NAME,
  MAX_STOCK_TAKE_NUMBERS,
} from "../../domain/stockTake";
import { adam, ana, bruno, ConvexLab, sara } from "../support/convexLab";
import { refusedCode } from "../support/refusals";
import { aSample, FIRST_PAGE } from "../support/samples";
import { StockTakeLab } from "../support/stockTakes";

/** docs/product.md, "Stock-takes". */

let lab: ConvexLab;
let shelf: StockTakeLab;
beforeEach(async () => {
  // Scheduled batches run when a test says so.
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  lab = await ConvexLab.open();
  shelf = new StockTakeLab(lab);
});
afterEach(() => vi.useRealTimers());

const anas = { kind: "person", email: ana } as const;
const lisbon = { kind: "place", city: "Lisbon", location: "" } as const;
const query = { search: "", conditions: [], timeZone: "UTC" };
const everything = { kind: "filter", scope: "everything", state: {}, query } as const;

const samples = async (by: string, count: number) => {
  const ids = [];
  while (ids.length < count) ids.push(await lab.register(by));
  return ids;
};
const serials = (ids: Parameters<StockTakeLab["serial"]>[0][]) =>
  Promise.all(ids.map((id) => shelf.serial(id)));
const listed = async (by: string, isOpen: boolean) =>
  (await lab.as(by).query(api.stockTakes.list, { isOpen, paginationOpts: FIRST_PAGE })).page;

describe("opening a stock-take", () => {
  test("of a person expects what they have at hand, and nothing on its way", async () => {
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
  ])("of a place expects %s there", async (_, opener, holders) => {
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

  test("of a part of a place expects the samples whose address contains it, in any case", async () => {
    const near = await lab.register(ana, aSample({ location: "Rua Augusta 5, Lisbon" }));
    await samples(ana, 1);
    const id = await shelf.open(ana, { kind: "place", city: " LISBON", location: "rua augusta" });
    expect(await shelf.numbers(ana, id)).toEqual({ missing: await serials([near]) });
  });

  test("of filters expects the samples that they show and that somebody has at hand", async () => {
    const nokia = await lab.register(ana, aSample({ brand: "Nokia" }));
    await lab.register(ana, aSample({ brand: "Apple" }));
    const conditions = [{ kind: "select" as const, field: "brand", anyOf: ["Nokia"] }];
    const target = { ...everything, query: { ...query, conditions } };
    const id = await shelf.open(adam, target);
    expect(await shelf.numbers(adam, id)).toEqual({ missing: await serials([nokia]) });
  });

  test("of pasted numbers expects each, those of no sample of the opener's as numbers", async () => {
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

  test("of many samples runs in batches that go on after one another, each sample once", async () => {
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
    ["of nobody", ana, "Shelf", { kind: "person", email: "x@y.z" }, "USER_UNKNOWN"],
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

  test(`is refused to somebody who has ${MAX_OPEN_STOCK_TAKES} open`, async () => {
    let last = "";
    for (let count = 0; count < MAX_OPEN_STOCK_TAKES; count++) last = await shelf.open(ana, anas);
    expect(await refusedCode(shelf.begin(ana, anas))).toBe("STOCK_TAKES_FULL");
    await shelf.close(ana, last);
    await shelf.begin(ana, anas);
  });
});

describe("a scan", () => {
  test("finds what is expected, by serial number, IMEI or label, once", async () => {
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

  test("sent twice after a lost connection gives the answer of the first time", async () => {
    const [one] = await serials(await samples(ana, 1));
    const id = await shelf.open(ana, anas);
    const first = await shelf.scan(ana, id, one!, "scan-1");
    expect(await shelf.scan(ana, id, one!, "scan-1")).toEqual(first);
    expect(await shelf.scan(ana, id, one!, "scan-2")).toMatchObject({ outcome: "already" });
    expect(await shelf.get(ana, id)).toMatchObject({ counts: { missing: 0, found: 1 } });
  });

  test("of somebody else's sample names the holder to those only who may see the sample", async () => {
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

  test("of a number that nobody registered is kept as that number, once", async () => {
    const id = await shelf.open(ana, anas);
    expect(await shelf.scan(ana, id, "NOPE-1")).toMatchObject({ outcome: "unknown" });
    expect(await shelf.scan(ana, id, "nope-1")).toMatchObject({ outcome: "already" });
    expect(await shelf.numbers(ana, id)).toEqual({ unknown: ["NOPE-1"] });
  });

  test("of an IMEI that several samples have means the one that is missed, or none", async () => {
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
  ])("of %j is refused", async (text, code) => {
    const id = await shelf.open(ana, anas);
    expect(await refusedCode(shelf.scan(ana, id, text))).toBe(code);
    expect(await refusedCode(shelf.scan(ana, id, "S1", ""))).toBe("TRANSACTION_ID_INVALID");
  });
});

describe("a sample that moves while stock is taken", () => {
  test("is not missing once somebody else has received it, and missing again if it comes back", async () => {
    const [gone] = await samples(ana, 1);
    const id = await shelf.open(ana, anas);
    await lab.take("transfer", ana, gone!, bruno);
    expect(await shelf.items(ana, id, "missing")).toMatchObject([{ isExplained: true }]);
    await lab.take("declineTransfer", bruno, gone!, "No room");
    expect(await shelf.items(ana, id, "missing")).toMatchObject([{ isExplained: false }]);
    await lab.take("transfer", ana, gone!, bruno);
    await lab.take("acknowledgeTransfer", bruno, gone!);
    await shelf.close(ana, id);
    expect(await shelf.numbers(ana, id)).toEqual({ moved: await serials([gone!]) });
    expect(await shelf.items(ana, id, "moved")).toMatchObject([
      { holder: bruno, status: "In Use" },
    ]);
  });

  test("that was received meanwhile is no finding when it is scanned", async () => {
    const [coming] = await samples(bruno, 1);
    const id = await shelf.open(ana, anas);
    await lab.take("transfer", bruno, coming!, ana);
    await lab.take("acknowledgeTransfer", ana, coming!);
    const [serial] = await serials([coming!]);
    expect(await shelf.scan(ana, id, serial!)).toMatchObject({ outcome: "arrived", holder: ana });
  });

  test("that was scanned first and received afterwards is no finding either", async () => {
    const [coming] = await samples(bruno, 1);
    const id = await shelf.open(ana, anas);
    await lab.take("transfer", bruno, coming!, ana);
    const [serial] = await serials([coming!]);
    expect(await shelf.scan(ana, id, serial!)).toMatchObject({
      outcome: "unexpected",
      holder: bruno,
    });
    await lab.take("acknowledgeTransfer", ana, coming!);
    await shelf.close(ana, id);
    expect(await shelf.numbers(ana, id)).toEqual({ arrived: [serial] });
  });

  test("stays missing in a place while it changes hands within the place", async () => {
    const [moving] = await samples(ana, 1);
    const id = await shelf.open(adam, lisbon);
    await lab.take("transfer", ana, moving!, bruno);
    await lab.take("acknowledgeTransfer", bruno, moving!);
    await shelf.close(adam, id);
    expect(await shelf.numbers(adam, id)).toEqual({ missing: await serials([moving!]) });
  });

  test("is not missing among pasted numbers or filters once its holder is another", async () => {
    const [moving, staying] = await samples(ana, 2);
    const numbers = await serials([moving!, staying!]);
    const byNumbers = await shelf.open(ana, { kind: "numbers", numbers });
    const byFilter = await shelf.open(ana, everything);
    await lab.take("transfer", ana, moving!, bruno);
    await lab.take("acknowledgeTransfer", bruno, moving!);
    for (const id of [byNumbers, byFilter]) {
      await shelf.close(ana, id);
      expect(await shelf.numbers(ana, id)).toEqual({ moved: [numbers[0]], missing: [numbers[1]] });
    }
  });

  test("is not missing once it was deleted", async () => {
    const [sampleId] = await samples(ana, 1);
    const id = await shelf.open(ana, anas);
    await lab.as(ana).mutation(api.samples.remove, { sampleId: sampleId!, transactionId: "gone" });
    await shelf.close(ana, id);
    expect(await shelf.get(ana, id)).toMatchObject({ counts: { missing: 0, moved: 1 } });
  });
});

describe("the people of a stock-take", () => {
  test("are its opener, their supervisor, the person counted, helpers and admins", async () => {
    await lab.backend.addPeople([
      { email: "eva@company.com", role: "user", supervisor: adam },
      { email: "tom@company.com", role: "supervisor", supervisor: adam },
    ]);
    const [serial] = await serials(await samples(ana, 1));
    const id = await shelf.open(ana, anas);
    await lab
      .as(ana)
      .mutation(api.stockTakes.share, { stockTakeId: id, email: " Bruno@company.com" });
    for (const person of [ana, sara, bruno, adam]) {
      expect((await listed(person, true)).map(({ _id }) => _id)).toEqual([id]);
      expect((await shelf.get(person, id)).mayManage).toBe(person !== bruno);
      expect(await shelf.items(person, id, "missing")).toMatchObject([
        { number: serial, holder: ana },
      ]);
    }
    // A helper knows what to look for, and not the sample as it is now.
    expect((await shelf.items(bruno, id, "missing"))[0]).not.toHaveProperty("sample");
    expect(await shelf.scan(bruno, id, serial!)).toMatchObject({ outcome: "found" });
    for (const stranger of ["eva@company.com", "tom@company.com"]) {
      expect(await listed(stranger, true)).toEqual([]);
      expect(await refusedCode(shelf.get(stranger, id))).toBe("STOCK_TAKE_MISSING");
      expect(await refusedCode(shelf.items(stranger, id, "found"))).toBe("STOCK_TAKE_MISSING");
      expect(await refusedCode(shelf.scan(stranger, id, serial!))).toBe("STOCK_TAKE_MISSING");
      const calls = lab.as(stranger);
      expect(await refusedCode(calls.mutation(api.stockTakes.close, { stockTakeId: id }))).toBe(
        "STOCK_TAKE_MISSING",
      );
    }
  });

  test.each(["close", "cancel", "share", "unshare"] as const)(
    "who only help may not %s it",
    async (change) => {
      const id = await shelf.open(ana, anas);
      await lab.as(sara).mutation(api.stockTakes.share, { stockTakeId: id, email: bruno });
      const args = { stockTakeId: id, ...(change.endsWith("share") && { email: sara }) };
      const call = lab.as(bruno).mutation(api.stockTakes[change] as never, args as never);
      expect(await refusedCode(call)).toBe("STOCK_TAKE_NOT_YOURS");
      expect(await shelf.get(ana, id)).toMatchObject({ state: "open" });
    },
  );

  test("lose sight of it when they stop helping; who takes part by rule stays", async () => {
    const id = await shelf.open(ana, anas);
    const share = (email: string) =>
      lab.as(ana).mutation(api.stockTakes.share, { stockTakeId: id, email });
    const unshare = (email: string) =>
      lab.as(ana).mutation(api.stockTakes.unshare, { stockTakeId: id, email });
    await share(bruno);
    await unshare(bruno);
    await unshare(sara);
    expect(await refusedCode(shelf.get(bruno, id))).toBe("STOCK_TAKE_MISSING");
    expect((await shelf.get(sara, id)).people.map(({ email }) => email)).toEqual([ana, sara]);
    expect(await refusedCode(share("nobody@company.com"))).toBe("RECIPIENT_UNKNOWN");
  });

  test("exclude a supervisor who is none any more", async () => {
    const id = await shelf.open(ana, anas);
    await lab.backend.t.run(async (ctx) =>
      Users.setRole(ctx, await Users.getByEmailOrThrow(ctx, sara), "user"),
    );
    expect(await refusedCode(shelf.get(sara, id))).toBe("STOCK_TAKE_MISSING");
    expect(await listed(sara, true)).toEqual([]);
  });

  test(`are at most ${MAX_HELPERS} helpers`, async () => {
    const helpers = Array.from({ length: MAX_HELPERS + 1 }, (_, n) => `helper${n}@company.com`);
    await lab.backend.addPeople(helpers.map((email) => ({ email, role: "user" as const })));
    const id = await shelf.open(ana, anas);
    const share = (email: string) =>
      lab.as(ana).mutation(api.stockTakes.share, { stockTakeId: id, email });
    for (const email of helpers.slice(0, -1)) await share(email);
    expect(await refusedCode(share(helpers.at(-1)!))).toBe("HELPERS_FULL");
  });

  test("keep their part, and filters their person, when an e-mail is corrected", async () => {
    const [one, two] = await samples(ana, 2);
    const conditions = [{ kind: "select" as const, field: "samplmanag", anyOf: [ana] }];
    const byFilter = await shelf.open(sara, { ...everything, query: { ...query, conditions } });
    const byPerson = await shelf.open(sara, anas);
    const setEmail = { email: ana, newEmail: "ana.souza@company.com" };
    vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com");
    await lab.as(adam).mutation(api.users.setEmail, setEmail);
    await shelf.finish();
    vi.unstubAllEnvs();
    expect((await shelf.get(sara, byPerson)).people[0]?.email).toBeDefined();
    expect((await shelf.get(ana, byPerson)).rule).toEqual({
      kind: "person",
      email: "ana.souza@company.com",
    });
    const [first] = await serials([one!]);
    for (const id of [byFilter, byPerson]) {
      expect(await shelf.scan(sara, id, first!)).toMatchObject({ outcome: "found" });
      await shelf.close(sara, id);
      expect(await shelf.numbers(sara, id)).toEqual({
        found: [first],
        missing: await serials([two!]),
      });
    }
  });
});

describe("a stock-take that is over", () => {
  test("is a record that nothing changes, also when its samples do", async () => {
    const [lost] = await samples(ana, 1);
    const [brunos] = await serials(await samples(bruno, 1));
    const id = await shelf.open(ana, anas);
    await shelf.scan(ana, id, brunos!);
    await shelf.scan(ana, id, "NOPE");
    await shelf.close(sara, id);
    const record = await shelf.get(ana, id);
    expect(record).toMatchObject({ state: "closed", openedBy: ana, endedBy: sara });
    const lines = await shelf.items(adam, id, "missing");
    expect(lines).toMatchObject([{ holder: ana, status: "Registered", isExplained: false }]);

    await lab.take("transfer", ana, lost!, bruno);
    await lab.take("acknowledgeTransfer", bruno, lost!);
    for (const call of [
      shelf.scan(ana, id, brunos!),
      lab.as(ana).mutation(api.stockTakes.close, { stockTakeId: id }),
      lab.as(adam).mutation(api.stockTakes.cancel, { stockTakeId: id }),
      lab.as(ana).mutation(api.stockTakes.share, { stockTakeId: id, email: bruno }),
      lab.as(ana).mutation(api.stockTakes.unshare, { stockTakeId: id, email: bruno }),
    ]) {
      expect(await refusedCode(call)).toBe("STOCK_TAKE_OVER");
    }
    expect(await shelf.get(ana, id)).toEqual(record);
    expect(await shelf.items(adam, id, "missing")).toMatchObject([
      { holder: ana, status: "Registered" },
    ]);
    expect(await listed(ana, true)).toEqual([]);
    expect(await listed(ana, false)).toMatchObject([{ _id: id }]);
    expect(await listed(adam, false)).toMatchObject([{ _id: id }]);
  });

  test("keeps what was scanned when it was cancelled, also while it was prepared", async () => {
    await samples(ana, 1);
    const cancel = (stockTakeId: string) =>
      lab.as(ana).mutation(api.stockTakes.cancel, { stockTakeId });
    const preparing = await shelf.begin(ana, anas);
    await cancel(preparing);
    await shelf.finish();
    expect(await shelf.get(ana, preparing)).toMatchObject({
      state: "cancelled",
      counts: { missing: 0 },
    });
    const id = await shelf.open(ana, anas);
    await shelf.scan(ana, id, "NOPE");
    await cancel(id);
    expect(await shelf.get(ana, id)).toMatchObject({
      state: "cancelled",
      endedBy: ana,
      counts: { missing: 1, unknown: 1 },
    });
    expect(await refusedCode(shelf.scan(ana, id, "S2"))).toBe("STOCK_TAKE_OVER");
  });

  test("is closed in batches, by an admin when its opener has left", async () => {
    await lab.registerMany(ana, 210);
    const id = await shelf.open(ana, anas);
    await lab.backend.t.run(async (ctx) =>
      Users.setDisabled(ctx, await Users.getByEmailOrThrow(ctx, ana), true),
    );
    await shelf.close(adam, id);
    expect(await shelf.get(adam, id)).toMatchObject({ state: "closed", counts: { missing: 210 } });
  });
});
