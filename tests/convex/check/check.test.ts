import { beforeEach, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { Patch } from "#domain/common/objects";
import { ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { aSample, newTransactionId } from "../../support/samples";

/** `sms check` finds what the product's own functions never do: damage done behind their back. */

let lab: ConvexLab;
let sampleId: Id<"samples">;
beforeEach(async () => {
  lab = await ConvexLab.open();
  sampleId = await lab.register(ana);
});

const damage = (changes: Patch<Doc<"samples">>) =>
  lab.backend.t.run((ctx) => ctx.db.patch("samples", sampleId, changes));

test("sms check finds nothing after requests, a decline and an acknowledgement", async () => {
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
] as const)("sms check finds %s", async (_, changes, fault) => {
  await damage(changes);
  expect(await lab.faults()).toContainEqual(expect.stringMatching(fault));
});

test("sms check finds a count that drifted", async () => {
  await damage({ status: "Lost" });
  expect(await lab.faults()).toContainEqual({
    whose: ana,
    status: "Lost",
    stored: 0,
    counted: 1,
  });
});

test("sms check finds a total that drifted", async () => {
  await lab.backend.t.run(async (ctx) => {
    for (const { _id, counts } of await ctx.db.query("counterTotals").collect()) {
      await ctx.db.patch("counterTotals", _id, { counts: { ...counts, Lost: 7 } });
    }
  });
  expect(await lab.faults()).toEqual([
    { whose: "everybody", status: "Lost", stored: 7, counted: 0 },
  ]);
});

test("sms check finds identifiers of a sample that is gone", async () => {
  await lab.backend.t.run((ctx) => ctx.db.delete("samples", sampleId));
  const gone = (await lab.faults()).filter((fault) => String(fault).endsWith("which is gone"));
  expect(gone).toHaveLength(3);
});

test.each(["serialNumber", "imei1"] as const)(
  "finds two samples that bear one %s",
  async (field) => {
    const other = await lab.register(bruno);
    await lab.backend.t.run(async (ctx) => {
      const [first, second] = [
        await ctx.db.get("samples", sampleId),
        await ctx.db.get("samples", other),
      ];
      const value = first![field];
      const rows = await ctx.db.query("identifiers").collect();
      const claim = rows.find((row) => row.sampleId === other && row.field === field)!;
      const { key } = rows.find((row) => row.sampleId === sampleId && row.field === field)!;
      await ctx.db.patch("identifiers", claim._id, { key });
      const imeis = second!.imeis.map((imei) => (imei === second!.imei1 ? first!.imei1 : imei));
      await ctx.db.patch("samples", other, { [field]: value, ...(field === "imei1" && { imeis }) });
    });
    expect(await lab.faults()).toEqual([expect.stringMatching(/is borne by two samples, /)]);
  },
);

test("finds nothing in an IMEI that New Sample saved twice and flagged", async () => {
  const { imei1 } = await lab.backend.t.run(
    async (ctx) => (await ctx.db.get("samples", sampleId))!,
  );
  await lab.as(bruno).mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample({ imei1 }),
  });
  expect(await lab.faults()).toEqual([]);
});

test("reads samples in pages of fifty, which together are all of them", async () => {
  await lab.registerMany(bruno, 60);
  const { admin } = lab.backend;
  const pages = [];
  for (let cursor: string | null = null; ;) {
    const page: { samples: number; cursor: string | null } = await admin.query(
      internal.check.pageOfSamples,
      { cursor },
    );
    pages.push(page.samples);
    cursor = page.cursor;
    if (cursor === null) break;
  }
  expect(Math.max(...pages)).toBe(50);
  expect(pages.reduce((sum, samples) => sum + samples)).toBe(61);
});
