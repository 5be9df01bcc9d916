/** The parts of a person's page, with samples that real steps wrote. */
import { afterEach, describe, expect, test } from "vitest";
import { accountsBackend, api, restore, someone } from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";

afterEach(restore);

const paginationOpts = { numItems: 10, cursor: null };

describe("a person's page", () => {
  test("shows the samples that they hold and that are in transit to them, without feed positions", async () => {
    const backend = await accountsBackend();
    const boss = await someone(backend, "boss@company.com", {
      role: "admin",
      supervisor: "boss@company.com",
    });
    const ana = await someone(backend, "ana@company.com", { supervisor: boss.email });
    const bob = await someone(backend, "bob@company.com", { supervisor: boss.email });
    const { sampleId } = await ana.as.mutation(api.samples.register, {
      transactionId: "t1",
      duplicates: "reject",
      fields: numberedSample(1),
    });
    await ana.as.mutation(api.custody.transfer, {
      transactionId: "t2",
      sampleId,
      recipient: bob.email,
    });

    const held = await boss.as.query(api.employees.holds, {
      uid: ana.userId,
      status: "In Transit",
      paginationOpts,
    });
    const { samples } = await boss.as.query(api.employees.awaits, { uid: bob.userId });
    for (const shown of [held.page, samples]) {
      expect(shown.map(({ _id }) => _id)).toEqual([sampleId]);
      expect(shown[0]).not.toHaveProperty("feedSeq");
    }
  });
});
