/** Editing many samples, and receipts (docs/product.md, "Editing many samples"). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { BulkEdit } from "#domain/samples/bulkEdit";
import { refusalOf } from "#domain/common/errors";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  lab = await ConvexLab.open();
});
afterEach(() => vi.useRealTimers());

const LISBON: BulkEdit = { location: "Lisbon", country: "Portugal", lat: 38.7, lng: -9.1 };

async function start(by: string, edit: BulkEdit, sampleIds: Id<"samples">[]): Promise<string> {
  const basketId = newTransactionId();
  await lab.as(by).mutation(api.baskets.start, { basketId, step: "edit", edit, sampleIds });
  return basketId;
}
const finish = () => lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
const edit = async (by: string, values: BulkEdit, sampleIds: Id<"samples">[]) => {
  const basketId = await start(by, values, sampleIds);
  await finish();
  const job = await lab.as(by).query(api.baskets.progress, { basketId });
  return { basketId, results: job?.results ?? [] };
};
const receipt = (by: string, basketId: string) =>
  lab.as(by).query(api.baskets.receipt, { basketId });
const get = (sampleId: Id<"samples">) => lab.as(adam).query(api.samples.get, { sampleId });
const latest = async (sampleId: Id<"samples">) => {
  const paginationOpts = { numItems: 1, cursor: null };
  const found = await lab.as(adam).query(api.history.forSample, { sampleId, paginationOpts });
  return found.page[0];
};

describe("an edit of many samples", () => {
  test("sets the given fields only, and makes samples in use Registered again", async () => {
    const registered = await lab.register(ana, aSample({ customers: "Vivo", comments: "Old" }));
    const [inUse] = await lab.registerMany(ana, 1);
    vi.advanceTimersByTime(60_000);
    const { results } = await edit(ana, { customers: "Claro" }, [registered, inUse!]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    const at = Date.now();
    expect(await get(registered)).toMatchObject({ customers: "Claro", comments: "Old" });
    expect(await get(inUse!)).toMatchObject({
      customers: "Claro",
      status: "Registered",
      samplmanag: ana,
    });
    expect((await get(inUse!))?.registereddate).toBeLessThanOrEqual(at);
    expect(await lab.faults()).toEqual([]);
  });

  test("moves samples to the location with its country, city and coordinates", async () => {
    const sampleId = await lab.register(ana);
    await edit(ana, LISBON, [sampleId]);
    expect(await get(sampleId)).toMatchObject({
      location: "Lisbon",
      country: "Portugal",
      city: "Lisbon",
      lat: 38.7,
      lng: -9.1,
      userLat: 38.7,
      userLng: -9.1,
    });
  });

  test("uses the city that was picked with an address that starts with a street", async () => {
    const sampleId = await lab.register(ana);
    await edit(ana, { ...LISBON, location: "Rua Garrett 1, Lisbon", city: "Lisbon" }, [sampleId]);
    expect(await get(sampleId)).toMatchObject({
      city: "Lisbon",
      location: "Rua Garrett 1, Lisbon",
    });
  });

  test("writes one record per sample, with the changed fields and its own transaction id", async () => {
    const ids = [await lab.register(ana), await lab.register(ana)];
    const { basketId } = await edit(ana, { comments: "Dented" }, ids);
    for (const [place, sampleId] of ids.entries()) {
      const record = await latest(sampleId);
      expect(record).toMatchObject({ action: "Register", transactionId: `${basketId}:${place}` });
      expect(record?.changes?.map(({ field, to }) => [field, to])).toEqual([
        ["comments", "Dented"],
      ]);
    }
  });

  test("follows the rule of Edit for each sample: manager or admin, Registered or In Use", async () => {
    const mine = await lab.register(ana);
    const sent = await lab.register(ana);
    await lab.take("transfer", ana, sent, bruno);
    const outcomes = async (by: string) =>
      (await edit(by, { comments: `By ${by}` }, [mine, sent])).results.map(
        ({ outcome, reason }) => reason ?? outcome,
      );
    expect(await outcomes(bruno)).toEqual([
      "Sample does not exist!", // Bruno never had a part in it
      expect.stringMatching(/^Edit is not possible now: the sample is In Transit/),
    ]);
    expect((await outcomes(sara))[0]).toMatch(/^You cannot do this step \(Edit\)/);
    expect((await outcomes(adam))[0]).toBe("done");
    expect((await outcomes(ana))[0]).toBe("done");
    expect((await get(sent))?.comments).not.toMatch(/^By/);
  });

  test("skips a sample that already has the values", async () => {
    const [inUse] = await lab.registerMany(ana, 1);
    const { customers } = (await get(inUse!))!;
    const { results } = await edit(ana, { customers: customers || "Vivo" }, [inUse!]);
    const again = await edit(ana, { customers: customers || "Vivo" }, [inUse!]);
    expect([...results, ...again.results].at(-1)).toMatchObject({
      outcome: "refused",
      reason: refusalOf("EDIT_UNCHANGED").message,
    });
  });

  test("notifies the manager of an admin's edit in the inbox, and no one by mail", async () => {
    await edit(adam, { comments: "Checked" }, [await lab.register(ana)]);
    const news = await lab.as(ana).query(api.inbox.unseenNews, {});
    expect(news.items[0]).toMatchObject({ notice: { kind: "edited", fields: ["comments"] } });
    expect(await lab.backend.t.run((ctx) => ctx.db.query("mail").collect())).toEqual([]);
  });

  test("can be stopped, and cannot be undone as a whole", async () => {
    const basketId = await start(ana, { comments: "New" }, await lab.registerMany(ana, 15));
    vi.advanceTimersByTime(0);
    await lab.backend.t.finishInProgressScheduledFunctions();
    await lab.as(ana).mutation(api.baskets.cancel, { basketId });
    await finish();
    const lines = await receipt(ana, basketId);
    expect(lines?.filter(({ outcome }) => outcome === "done")).toHaveLength(10);
    expect(lines?.filter(({ outcome }) => outcome === "left")).toHaveLength(5);
    const undo = { basketId, undoId: newTransactionId() };
    expect(await refusedCode(lab.as(ana).mutation(api.baskets.undo, undo))).toBe("BASKET_EMPTY");
  });

  test.each([
    ["of nothing", {}, "EDIT_EMPTY"],
    ["of blanks", { customers: " \n" }, "EDIT_EMPTY"],
    ["with a text that is too long", { customers: "x".repeat(256) }, "FIELD_TOO_LONG"],
    ["to a location without coordinates", { location: "Lisbon" }, "PLACE_NOT_PICKED"],
    ["to a location off the earth", { ...LISBON, lat: 91 }, "PLACE_NOT_PICKED"],
  ] as const)("is refused at once %s", async (_, values, code) => {
    expect(await refusedCode(start(ana, values, [await lab.register(ana)]))).toBe(code);
  });
});

describe("the receipt of a basket", () => {
  test("lists device, both parties, time and result of each sample, for its owner only", async () => {
    const sent = await lab.register(ana, aSample({ brand: "Nokia", model: "G42" }));
    const away = await lab.register(bruno);
    const basketId = newTransactionId();
    const asked = { step: "transfer", chosen: bruno } as const;
    await lab.as(ana).mutation(api.baskets.start, { ...asked, basketId, sampleIds: [sent, away] });
    expect(await receipt(ana, basketId)).toBeNull();
    await finish();
    const lines = await receipt(ana, basketId);
    expect(lines?.[0]).toMatchObject({
      device: "Nokia G42",
      from: ana,
      to: bruno,
      outcome: "done",
    });
    expect(lines?.[0]?.at).toBeGreaterThan(0);
    // Ana may not see it.
    expect(lines?.[1]).toMatchObject({ device: "", serialNumber: "", outcome: "refused" });
    expect(await receipt(bruno, basketId)).toBeNull();
  });

  test("the receipt of a basket of a reception names sender and recipient, and is unaffected by the next step", async () => {
    const sampleId = await lab.register(ana);
    await lab.take("transfer", ana, sampleId, bruno);
    const basketId = newTransactionId();
    const receive = { basketId, step: "acknowledgeTransfer" } as const;
    await lab.as(bruno).mutation(api.baskets.start, { ...receive, sampleIds: [sampleId] });
    await finish();
    await lab.take("transfer", bruno, sampleId, ana);
    expect(await receipt(bruno, basketId)).toMatchObject([{ from: ana, to: bruno }]);
  });

  test("reads its owner's record, not another person's with the same transaction id", async () => {
    const mine = await lab.register(ana);
    const basketId = newTransactionId();
    await lab.as(ana).mutation(api.samples.edit, {
      transactionId: `${basketId}:0`,
      sampleId: mine,
      duplicates: "reject",
      fields: aSample({ comments: "x" }),
    });
    const theirs = await lab.register(bruno);
    const start = { basketId, step: "transfer", chosen: adam } as const;
    await lab.as(bruno).mutation(api.baskets.start, { ...start, sampleIds: [theirs] });
    await finish();
    expect(await receipt(bruno, basketId)).toMatchObject([
      { outcome: "done", sampleId: theirs, from: bruno, to: adam },
    ]);
  });
});
