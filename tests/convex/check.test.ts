import { beforeEach, expect, test } from "vitest";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { Patch } from "../../domain/objects";
import { ana, bruno, ConvexLab, sara } from "../support/convexLab";

/** `sms check` finds what the product's own functions never do: damage done behind their back. */

let lab: ConvexLab;
let sampleId: Id<"samples">;
beforeEach(async () => {
  lab = await ConvexLab.open();
  sampleId = await lab.register(ana);
});

const damage = (changes: Patch<Doc<"samples">>) =>
  lab.backend.t.run((ctx) => ctx.db.patch("samples", sampleId, changes));

test("finds nothing in a sample that went through asks, a decline and an acknowledgement", async () => {
  await lab.take("transfer", ana, sampleId, bruno);
  expect(await lab.faults()).toEqual([]);
  await lab.take("requestLost", ana, sampleId, sara);
  expect(await lab.faults()).toEqual([]);
  await lab.take("declineLost", sara, sampleId, "It is in the cupboard");
  expect(await lab.faults()).toEqual([]);
  await lab.take("acknowledgeTransfer", bruno, sampleId);
  expect(await lab.faults()).toEqual([]);
});

test.each([
  [
    "two pending people",
    { inTransitTo: bruno, inReturnTo: sara, pendingWith: bruno },
    /inTransitTo and inReturnTo/,
  ],
  [
    "somebody asked in a status that awaits nobody",
    { inTransitTo: bruno, pendingWith: bruno },
    /is Registered and waits for inTransitTo/,
  ],
  [
    "a status that awaits somebody, and nobody asked",
    { status: "In Return" },
    /is In Return and waits for nobody/,
  ],
  [
    "a list's key that names somebody else",
    { pendingWith: bruno },
    /is listed as waiting for bruno/,
  ],
  [
    "what to go back to, and nobody asked",
    { resumes: { status: "In Use" } },
    /keeps what to go back to/,
  ],
  ["no manager", { samplmanag: "" }, /has no manager/],
  ["another serial number than it claims", { serialNumber: "X" }, /bears .*claimed are/],
] as const)("finds %s", async (_, changes, fault) => {
  await damage(changes);
  expect(await lab.faults()).toContainEqual(expect.stringMatching(fault));
});

test("finds a figure that drifted", async () => {
  await damage({ status: "Lost" });
  expect(await lab.faults()).toContainEqual({
    ...{ whose: ana, status: "Lost", stored: 0, counted: 1 },
  });
});

test("finds a total that drifted", async () => {
  await lab.backend.t.run(async (ctx) => {
    for (const { _id, counts } of await ctx.db.query("counterTotals").collect()) {
      await ctx.db.patch("counterTotals", _id, { counts: { ...counts, Lost: 7 } });
    }
  });
  expect(await lab.faults()).toEqual([
    { whose: "everybody", status: "Lost", stored: 7, counted: 0 },
  ]);
});

test("finds identifiers of a sample that is gone", async () => {
  await lab.backend.t.run((ctx) => ctx.db.delete("samples", sampleId));
  const gone = (await lab.faults()).filter((fault) => String(fault).endsWith("which is gone"));
  expect(gone).toHaveLength(3);
});
