import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { PICK_LIST_KINDS, PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { adam, ana, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode, refusedWith } from "../../support/refusals";
import { aSample } from "../../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  lab = await ConvexLab.open();
});
afterEach(() => {
  vi.useRealTimers();
});

const options = () => lab.as(ana).query(api.lookups.options, {});

test("forms offer the default values of every list until it is filled", async () => {
  const offered = await options();
  for (const kind of PICK_LIST_KINDS) expect(offered[kind]).toEqual(PICK_LISTS[kind].values);
});

test("seeding stores the default values once, with lower-case labels", async () => {
  await lab.backend.admin.mutation(internal.lookups.seed, {});
  await lab.backend.admin.mutation(internal.lookups.seed, {});
  const slots = await lab.as(ana).query(api.lookups.list, { kind: "slotsModel" });
  expect(slots.map(({ label, value }) => [label, value])).toEqual([
    ["dual", "Dual"],
    ["quad", "Quad"],
    ["single", "Single"],
    ["triple", "Triple"],
  ]);
  expect((await options()).brandModel).toHaveLength(PICK_LISTS.brandModel.values.length);
});

test("registration enforces the current values of the lists", async () => {
  const toaster = () => lab.register(ana, aSample({ hwtype: "toaster" }));
  expect(await refusedCode(toaster())).toBe("NOT_A_CHOICE");
  await lab.backend.t.run((ctx) =>
    ctx.db.insert("lookups", { kind: "devTypes", label: "toaster", value: "Toaster" }),
  );
  const sample = await lab.as(ana).query(api.samples.get, { sampleId: await toaster() });
  expect(sample).toMatchObject({ hwtype: "Toaster" });
});

test("a signed-out visitor cannot read a pick list", async () => {
  expect(await refusedCode(lab.backend.t.query(api.lookups.options, {}))).toBe("NOT_SIGNED_IN");
});

const finish = () => lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
const messageOf = async (call: Promise<unknown>) => (await refusedWith(call)).message;
const valueOf = async (sampleId: string, field: "brand" | "customers" | "slots" | "model") =>
  (await lab.as(ana).query(api.samples.get, { sampleId }))?.[field];

const add = (kind: PickListKind, value: string) =>
  lab.as(sara).mutation(api.lookups.add, { kind, value });
const update = (kind: PickListKind, selected: string, value: string) =>
  lab.as(sara).mutation(api.lookups.update, { kind, selected, value });
const remove = (kind: PickListKind, selected: string) =>
  lab.as(sara).mutation(api.lookups.remove, { kind, selected });
const merge = (kind: PickListKind, selected: string, into: string) =>
  lab.as(sara).mutation(api.lookups.merge, { kind, selected, into });

describe.each(PICK_LIST_KINDS)("an entry of %s", (kind) => {
  test("a list entry is added, updated and deleted, each with its own message", async () => {
    await add(kind, "One");
    expect(await messageOf(add(kind, " "))).toBe(`${PICK_LISTS[kind].label} Field Required`);
    expect(await messageOf(add(kind, "ONE"))).toBe("Already exist");
    await update(kind, "one", "Other");
    expect((await options())[kind]).toContain("Other");
    expect((await options())[kind]).not.toContain("One");
    await remove(kind, "OTHER");
    expect((await options())[kind]).toEqual([...PICK_LISTS[kind].values].sort(byLabel));
    for (const call of [update(kind, "", "X"), update(kind, "gone", "X"), remove(kind, "")]) {
      expect(await messageOf(call)).toBe("Select Your Model");
    }
  });
});

const byLabel = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

describe("a changed entry", () => {
  test("updates the samples that use it; their history stays as it was", async () => {
    await add("customersModel", "Vivo");
    const sampleId = await lab.register(ana, aSample({ customers: "Vivo" }));
    const other = await lab.register(ana, aSample({ customers: "Tim" }));
    await update("customersModel", "Vivo", "Vivo SA");
    expect(await valueOf(sampleId, "customers")).toBe("Vivo SA");
    expect(await valueOf(other, "customers")).toBe("Tim");
    const paginationOpts = { cursor: null, numItems: 5 };
    const { page } = await lab.as(ana).query(api.history.forSample, { sampleId, paginationOpts });
    expect(page.map(({ customers }) => customers)).toEqual(["Vivo"]);
    expect(await lab.faults()).toEqual([]);
  });

  test("may change only the case of its letters", async () => {
    await add("customersModel", "vivo");
    await update("customersModel", "vivo", "Vivo");
    expect((await options()).customersModel).toEqual(["Vivo"]);
  });

  test("refuses the value of another entry, an empty and an overlong one", async () => {
    await add("customersModel", "Vivo");
    await add("customersModel", "Tim");
    expect(await messageOf(update("customersModel", "Vivo", "TIM"))).toBe("Already exist");
    expect(await messageOf(update("customersModel", "Vivo", " "))).toBe("Select Your Model");
    const overlong = update("customersModel", "Vivo", "x".repeat(256));
    expect(await refusedCode(overlong)).toBe("FIELD_TOO_LONG");
  });

  test("a changed entry of the slots keeps its rule about IMEI 2", async () => {
    expect(await refusedCode(update("slotsModel", "Single", "One"))).toBe("OPTION_RULE");
    expect(await refusedCode(merge("slotsModel", "Triple", "Dual"))).toBe("OPTION_RULE");
    await update("slotsModel", "Triple", "Three");
    expect((await options()).slotsModel).toContain("Three");
  });
});

describe("a merge of two entries", () => {
  test("keeps one, and moves more samples than one transaction may", async () => {
    await add("brandModel", "Acme Inc");
    await add("brandModel", "Acme");
    for (const first of [0, 260]) await lab.registerMany(ana, 260, first);
    await merge("brandModel", "Samsung", "Acme");
    // The second merge redirects the samples that the first has not updated yet.
    await merge("brandModel", "Acme", "Acme Inc");
    await finish();
    const samples = await lab.backend.t.run((ctx) => ctx.db.query("samples").collect());
    expect(new Set(samples.map(({ brand }) => brand))).toEqual(new Set(["Acme Inc"]));
    expect(await lab.backend.t.run((ctx) => ctx.db.query("lookupMoves").collect())).toEqual([]);
    expect((await options()).brandModel).not.toContain("Acme");
  });

  test("blocks the value from being added again while samples are still being updated", async () => {
    const values = { kind: "customersModel", from: "Vivo", to: "Tim" } as const;
    await lab.backend.t.run((ctx) => ctx.db.insert("lookupMoves", values));
    expect(await refusedCode(add("customersModel", "Vivo"))).toBe("OPTION_MOVING");
  });

  test.each([
    ["the first is none", "None", "Tim"],
    ["the second is none", "Tim", "None"],
    ["both are one", "Tim", "TIM"],
  ])("is refused when %s: 'Select Your Model'", async (_what, selected, into) => {
    await add("customersModel", "Tim");
    expect(await messageOf(merge("customersModel", selected, into))).toBe("Select Your Model");
    expect((await options()).customersModel).toEqual(["Tim"]);
  });

  test("a merge of two entries by two people happens once", async () => {
    await add("customersModel", "Vivo");
    await add("customersModel", "Tim");
    const both = [merge("customersModel", "Vivo", "Tim"), merge("customersModel", "Tim", "Vivo")];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await options()).customersModel).toHaveLength(1);
  });
});

describe("the lists", () => {
  test("are maintained by supervisors, admins and the terminal, and not by users", async () => {
    const kind = "customersModel";
    await lab.as(adam).mutation(api.lookups.add, { kind, value: "Vivo" });
    const { lookups } = internal;
    await lab.backend.admin.mutation(lookups.addFromTerminal, { kind, value: "Tim" });
    const renamed = { kind, selected: "Tim", value: "Tim SA" } as const;
    await lab.backend.admin.mutation(lookups.updateFromTerminal, renamed);
    const union = { kind, selected: "Tim SA", into: "Vivo" } as const;
    await lab.backend.admin.mutation(lookups.mergeFromTerminal, union);
    await lab.backend.admin.mutation(lookups.removeFromTerminal, { kind, selected: "Vivo" });
    const asUser = lab.as(ana);
    for (const call of [
      asUser.mutation(api.lookups.add, { kind, value: "X" }),
      asUser.mutation(api.lookups.update, renamed),
    ]) {
      expect(await refusedCode(call)).toBe("NOT_ALLOWED");
    }
    const paginationOpts = { cursor: null, numItems: 10 };
    const { page } = await lab.as(adam).query(api.audit.list, { paginationOpts });
    expect(page.map(({ action, entry, changes }) => [action, entry, changes[0]])).toEqual([
      ["Option Deleted", "Customers", { field: kind, from: "Vivo" }],
      ["Options Merged", "Customers", { field: kind, from: "Tim SA", to: "Vivo" }],
      ["Option Updated", "Customers", { field: kind, from: "Tim", to: "Tim SA" }],
      ["Option Added", "Customers", { field: kind, to: "Tim" }],
      ["Option Added", "Customers", { field: kind, to: "Vivo" }],
    ]);
  });

  test("show how many samples use each value, exactly up to 100", async () => {
    for (let count = 0; count < 3; count++) await lab.register(ana, aSample({ brand: "Acme" }));
    await lab.registerMany(ana, 101);
    const many = await lab.backend.t.run(
      async (ctx) => (await ctx.db.query("samples").order("desc").first())?.brand ?? "",
    );
    const values = ["Acme", many, "Nobody's"];
    const uses = await lab.as(sara).query(api.lookups.uses, { kind: "brandModel", values });
    expect(uses).toEqual([
      { value: "Acme", count: 3, isMore: false },
      { value: many, count: 100, isMore: true },
      { value: "Nobody's", count: 0, isMore: false },
    ]);
    const tooMany = { kind: "brandModel", values: Array<string>(9).fill("Acme") } as const;
    expect(await refusedCode(lab.as(sara).query(api.lookups.uses, tooMany))).toBe(
      "VALUES_TOO_MANY",
    );
  });
});

describe("device models", () => {
  const ofImei = (imei: string) => lab.as(ana).query(api.lookups.modelsOfImei, { imei });
  const ofBrand = (brand: string) => lab.as(ana).query(api.lookups.modelsOfBrand, { brand });

  test("are learned from registrations, by brand and by the IMEI's first 8 digits", async () => {
    const phone = { brand: "Acme", model: "A1", hwtype: "Tablet" };
    await lab.register(ana, aSample({ ...phone, imei1: "356938035643809" }));
    await lab.register(ana, aSample({ ...phone, imei1: "356938035643817" }));
    await lab.register(ana, aSample({ brand: "Acme", model: "A2", imei1: "490154203237518" }));
    expect(await ofImei("35693803")).toMatchObject([phone]);
    expect(await ofImei("35 693803 000")).toMatchObject([phone]);
    expect(await ofImei("3569380")).toEqual([]);
    expect(await ofBrand("Acme")).toEqual(["A1", "A2"]);
    expect(await ofBrand("Other")).toEqual([]);
  });

  describe("state what the latest sample that the asker may see states:", () => {
    const TAC = "35693803";
    const registerA1 = (by: string, serial: string, changes: object = {}) =>
      lab.register(
        by,
        aSample({ brand: "Acme", model: "A1", imei1: `${TAC}${serial}`, os: "", ...changes }),
      );
    const askedBy = (who: string) => lab.as(who).query(api.lookups.modelsOfImei, { imei: TAC });

    test("one that they hold, one of their team, or any for an admin", async () => {
      await registerA1(ana, "5643809", { tNetworks: "4G" });
      await registerA1(ana, "5643817", { tNetworks: "5G", os: "Android", simCard: "" });
      await registerA1(adam, "5643825", { tNetworks: "6G" });
      const own = {
        ...{ brand: "Acme", model: "A1", devTypes: "Signed", hwtype: "Mobile", os: "Android" },
        ...{ tNetworks: "5G", slots: "Dual", hwVersion: "DVT" },
      };
      expect(await askedBy(ana)).toEqual([own]);
      expect(await askedBy(sara)).toEqual([own]);
      expect(await askedBy(adam)).toMatchObject([{ tNetworks: "6G" }]);
    });

    test("of others' samples the device type only", async () => {
      await registerA1(adam, "5643809", { tNetworks: "6G" });
      expect(await askedBy(ana)).toEqual([{ brand: "Acme", model: "A1", hwtype: "Mobile" }]);
    });

    test("of a person who has left the team nothing, though their samples still follow", async () => {
      await registerA1(ana, "5643809", { tNetworks: "4G" });
      await lab.backend.t.run((ctx) =>
        ctx.db.insert("supervisorMoves", { email: ana, from: sara, to: adam, moved: 0 }),
      );
      expect(await askedBy(sara)).toEqual([{ brand: "Acme", model: "A1", hwtype: "Mobile" }]);
    });

    test("rather one with the same code than a later one with another", async () => {
      await registerA1(ana, "5643809", { slots: "Single" });
      await registerA1(ana, "5643817", { imei1: "490154203237518", slots: "Dual" });
      expect(await askedBy(ana)).toMatchObject([{ slots: "Single" }]);
    });

    test("none of another brand whose model has the same name", async () => {
      await registerA1(ana, "5643809", { tNetworks: "4G" });
      await registerA1(ana, "5643817", { brand: "Other", imei1: "490154203237518", os: "iOS" });
      expect(await askedBy(ana)).toMatchObject([{ brand: "Acme", tNetworks: "4G" }]);
    });
  });

  test("follow a renamed brand or model, without duplicates", async () => {
    await add("brandModel", "Acme");
    await add("deviceModal", "A-1");
    await add("deviceModal", "A1");
    for (const model of ["A1", "A-1"]) {
      await lab.register(ana, aSample({ brand: "Acme", model, imei1: imeiOf(model) }));
    }
    await merge("deviceModal", "A-1", "A1");
    await update("brandModel", "Acme", "Acme Inc");
    expect(await ofImei("35693803")).toMatchObject([{ brand: "Acme Inc", model: "A1" }]);
    expect(await ofBrand("Acme Inc")).toEqual(["A1"]);
  });

  test("follow the merge of a brand with many of them in more than one transaction", async () => {
    await add("brandModel", "Acme");
    await lab.backend.t.run(async (ctx) => {
      for (let n = 0; n < 120; n++) {
        const row = { tac: String(35_693_800 + n), brand: "Samsung", model: `A${n}` };
        await ctx.db.insert("deviceModels", row);
      }
    });
    await merge("brandModel", "Samsung", "Acme");
    expect(await ofBrand("Acme")).toHaveLength(50);
    await finish();
    expect([(await ofBrand("Acme")).length, await ofBrand("Samsung")]).toEqual([120, []]);
  });
});

const imeiOf = (model: string) => (model === "A1" ? "356938035643809" : "356938035643817");
