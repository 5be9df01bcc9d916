import { beforeEach, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { PICK_LIST_KINDS, PICK_LISTS } from "../../domain/pickLists";
import { ana, ConvexLab } from "../support/convexLab";
import { refusedCode } from "../support/refusals";
import { aSample } from "../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const options = () => lab.as(ana).query(api.lookups.options, {});

test("forms offer the first values of every list before anybody fills it", async () => {
  const offered = await options();
  for (const kind of PICK_LIST_KINDS) expect(offered[kind]).toEqual(PICK_LISTS[kind].values);
});

test("seeding stores the first values once, with small letters as label", async () => {
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

test("registration enforces the present values of the lists", async () => {
  const toaster = () => lab.register(ana, aSample({ hwtype: "toaster" }));
  expect(await refusedCode(toaster())).toBe("NOT_A_CHOICE");
  await lab.backend.t.run((ctx) =>
    ctx.db.insert("lookups", { kind: "devTypes", label: "toaster", value: "Toaster" }),
  );
  const sample = await lab.as(ana).query(api.samples.get, { sampleId: await toaster() });
  expect(sample).toMatchObject({ hwtype: "Toaster" });
});

test("a signed-out visitor reads no pick list", async () => {
  expect(await refusedCode(lab.backend.t.query(api.lookups.options, {}))).toBe("NOT_SIGNED_IN");
});
