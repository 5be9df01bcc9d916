/** Stock-takes: changes during one, helpers, and the record (docs/product.md, "Stock-takes"). */
import { omit } from "convex-helpers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Users from "../../../convex/model/people/users";
import { MAX_HELPERS } from "#domain/stockTakes/stockTake";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
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

const samples = (by: string, count: number) => shelf.registerMany(by, count);
const serials = (ids: Id<"samples">[]) => Promise.all(ids.map((id) => shelf.serial(id)));
const listed = (by: string, isOpen: boolean) => shelf.listed(by, isOpen);

describe("a sample that moves during a stock-take", () => {
  test("is not missing once another person has received it, and missing again if it returns", async () => {
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
    // Its line keeps what was known of it here: Ana may not see who has it now.
    expect(await shelf.items(ana, id, "moved")).toMatchObject([
      { holder: ana, status: "Registered" },
    ]);
  });

  test("does not tell its former holder who has it now, neither by a scan nor in the record", async () => {
    const gone = await samples(ana, 2);
    const id = await shelf.open(ana, anas);
    for (const sampleId of gone) {
      await lab.take("transfer", ana, sampleId, bruno);
      await lab.take("acknowledgeTransfer", bruno, sampleId);
      await lab.take("transfer", bruno, sampleId, adam);
      await lab.take("acknowledgeTransfer", adam, sampleId);
    }
    const [first] = await serials(gone);
    const known = { holder: ana, status: "Registered" };
    expect(await shelf.scan(ana, id, first!)).toMatchObject({ outcome: "found", ...known });
    await shelf.close(ana, id);
    expect(await shelf.items(ana, id, "found")).toMatchObject([known]);
    expect(await shelf.items(ana, id, "moved")).toMatchObject([known]);
  });

  test("keeps its earlier state once its opener has lost the role in which they counted", async () => {
    const [moving] = await samples(ana, 1);
    const id = await shelf.open(sara, everything);
    await lab.backend.t.run(async (ctx) =>
      UserWrites.setRole(ctx, await Users.getByEmailOrThrow(ctx, sara), "user"),
    );
    await lab.take("transfer", ana, moving!, bruno);
    await shelf.close(adam, id);
    expect(await shelf.items(adam, id, "moved")).toMatchObject([
      { holder: ana, status: "Registered" },
    ]);
  });

  test("is recorded with its present holder while that holder is in the opener's responsibility", async () => {
    const [moving] = await samples(ana, 1);
    const id = await shelf.open(adam, anas);
    await lab.take("transfer", ana, moving!, bruno);
    await lab.take("acknowledgeTransfer", bruno, moving!);
    await shelf.close(adam, id);
    expect(await shelf.items(adam, id, "moved")).toMatchObject([
      { holder: bruno, status: "In Use" },
    ]);
  });

  test("is not a finding if it was received before it is scanned", async () => {
    const [coming] = await samples(bruno, 1);
    const id = await shelf.open(ana, anas);
    await lab.take("transfer", bruno, coming!, ana);
    await lab.take("acknowledgeTransfer", ana, coming!);
    const [serial] = await serials([coming!]);
    expect(await shelf.scan(ana, id, serial!)).toMatchObject({ outcome: "arrived", holder: ana });
  });

  test("is identified only to those who may see it if it arrived meanwhile", async () => {
    const [coming] = await samples(adam, 1);
    const id = await shelf.open(ana, anas);
    await lab.as(ana).mutation(api.stockTakes.share, { stockTakeId: id, email: bruno });
    await lab.take("transfer", adam, coming!, ana);
    await lab.take("acknowledgeTransfer", ana, coming!);
    const [serial] = await serials([coming!]);
    const hidden = { number: serial, isHidden: true };
    const answer = await shelf.scan(bruno, id, serial!);
    expect(answer).toMatchObject({ outcome: "arrived", ...hidden });
    expect(answer).not.toHaveProperty("holder");
    expect(await shelf.items(ana, id, "arrived")).toMatchObject([
      { holder: ana, status: "In Use" },
    ]);
    await shelf.close(ana, id);
    const [line] = await shelf.items(bruno, id, "arrived");
    expect(line).toMatchObject(hidden);
    expect(line).not.toHaveProperty("brand");
  });

  test("is not a finding either if it was scanned before it was received", async () => {
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

  test("remains missing in a place while it changes hands within the place", async () => {
    const [moving] = await samples(ana, 1);
    const id = await shelf.open(adam, lisbon);
    await lab.take("transfer", ana, moving!, bruno);
    await lab.take("acknowledgeTransfer", bruno, moving!);
    await shelf.close(adam, id);
    expect(await shelf.numbers(adam, id)).toEqual({ missing: await serials([moving!]) });
  });

  test("is not missing among pasted numbers or filters once it has another holder", async () => {
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

  test("is not missing once it has been deleted", async () => {
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
    // A helper sees the expected number, and not the sample's present state.
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
    "the people of a stock-take who only help may not %s it",
    async (change) => {
      const id = await shelf.open(ana, anas);
      await lab.as(sara).mutation(api.stockTakes.share, { stockTakeId: id, email: bruno });
      const args = { stockTakeId: id, ...(change.endsWith("share") && { email: sara }) };
      const call = lab.as(bruno).mutation(api.stockTakes[change] as never, args as never);
      expect(await refusedCode(call)).toBe("STOCK_TAKE_NOT_YOURS");
      expect(await shelf.get(ana, id)).toMatchObject({ state: "open" });
    },
  );

  test("lose access when they stop helping; required participants stay", async () => {
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

  test("are notified once in their News when they become helpers", async () => {
    const id = await shelf.open(ana, anas);
    const { name } = await shelf.get(ana, id);
    const press = () =>
      lab.as(ana).mutation(api.stockTakes.share, { stockTakeId: id, email: bruno });
    await press();
    await press();
    await lab.as(ana).mutation(api.stockTakes.unshare, { stockTakeId: id, email: bruno });
    await press();
    const news = await lab
      .as(bruno)
      .query(api.inbox.news, { paginationOpts: { numItems: 10, cursor: null } });
    expect(news.page).toMatchObject([
      { actor: ana, notice: { kind: "stockTakeShared", stockTakeId: id, name } },
    ]);
  });

  test("exclude a supervisor who has lost the role", async () => {
    const id = await shelf.open(ana, anas);
    await lab.backend.t.run(async (ctx) =>
      UserWrites.setRole(ctx, await Users.getByEmailOrThrow(ctx, sara), "user"),
    );
    expect(await refusedCode(shelf.get(sara, id))).toBe("STOCK_TAKE_MISSING");
    expect(await listed(sara, true)).toEqual([]);
  });

  test("exclude an opener whose role no longer has the samples that they counted", async () => {
    const id = await shelf.open(sara, everything);
    await lab.backend.t.run(async (ctx) =>
      UserWrites.setRole(ctx, await Users.getByEmailOrThrow(ctx, sara), "user"),
    );
    expect(await refusedCode(shelf.get(sara, id))).toBe("STOCK_TAKE_MISSING");
    expect(await listed(sara, true)).toEqual([]);
    expect(await shelf.get(adam, id)).toMatchObject({ state: "open", mayManage: true });
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

  test("keep their part, and filters their person, when an e-mail changes", async () => {
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

describe("an ended stock-take", () => {
  test("is an immutable record, even if its samples change", async () => {
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

  test("keeps the data of an unexpected sample that is deleted, for its readers", async () => {
    await lab.as(adam).mutation(api.users.update, { email: bruno, settings: { supervisor: sara } });
    const [deleted] = await samples(bruno, 1);
    const [brunos] = await serials([deleted!]);
    const id = await shelf.open(ana, anas);
    await lab.as(ana).mutation(api.stockTakes.share, { stockTakeId: id, email: bruno });
    await shelf.scan(ana, id, brunos!);
    await shelf.close(ana, id);
    const linesOf = async (reader: string) =>
      (await shelf.items(reader, id, "unexpected")).map((line) => omit(line, ["sample"]));
    const before = await linesOf(adam);
    expect(before).toMatchObject([{ isHidden: false, number: brunos, holder: bruno }]);
    await lab.as(bruno).mutation(api.samples.remove, { sampleId: deleted!, transactionId: "gone" });
    for (const reader of [adam, sara, bruno]) expect(await linesOf(reader)).toEqual(before);
    expect(await linesOf(ana)).toMatchObject([{ isHidden: true, number: brunos }]);
  });

  test("keeps the scans made before it was cancelled, even during preparation", async () => {
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

  test("is closed in batches, by an admin if its opener has left", async () => {
    await lab.registerMany(ana, 210);
    const id = await shelf.open(ana, anas);
    await lab.backend.t.run(async (ctx) =>
      UserWrites.setDisabled(ctx, await Users.getByEmailOrThrow(ctx, ana), true),
    );
    await shelf.close(adam, id);
    expect(await shelf.get(adam, id)).toMatchObject({ state: "closed", counts: { missing: 210 } });
  });
});
