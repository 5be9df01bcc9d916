import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { ROW_FIELDS } from "../../../domain/compactRows";
import { pickFields } from "../../../domain/objects";
import type { Backend } from "../backend";
import { Lab, newId } from "../custody/lab";
import { SampleCopy } from "./sampleCopy";

const storedSamples = makeFunctionReference<"query", Record<string, never>, Doc<"samples">[]>(
  "testing:storedSamples",
);
const createSamples = makeFunctionReference<
  "mutation",
  { manager: string; first: number; count: number },
  Id<"samples">[]
>("testing:createSamples");
const changeSupervisor = makeFunctionReference<
  "mutation",
  { email: string; supervisor: string },
  null
>("testing:changeSupervisor");

/** Expects the copy to have every sample of the deployment as it is stored, and no other. */
async function expectExact(copy: SampleCopy, { admin }: Backend): Promise<void> {
  const stored = await admin.query(storedSamples, {});
  const expected = stored.map((sample): [string, object] => [
    sample._id,
    pickFields(sample, [...ROW_FIELDS, "listDate", "pendingWith"]),
  ]);
  expect(Object.fromEntries(copy.rows)).toEqual(Object.fromEntries(expected));
}

/** The suite of the feed of changes, for each home of the product's functions. */
export function feedSuite(home: string, open: () => Promise<Backend>): void {
  let backend: Backend;
  let lab: Lab;
  beforeAll(async () => {
    backend = await open();
    lab = await new Lab(backend).open();
  });
  afterAll(() => backend.close());

  describe(`a copy of all samples, on ${home}`, () => {
    test("has every row, whatever was written between its pages", async () => {
      await backend.admin.mutation(createSamples, { manager: lab.ana, first: 90_000, count: 450 });
      const ids = [await lab.register(), await lab.register(), await lab.register()];
      const [kept, sent, deleted] = ids as [Id<"samples">, Id<"samples">, Id<"samples">];
      const copy = new SampleCopy();
      let written = false;
      await copy.load(lab.as(lab.adam), async () => {
        if (written) return;
        written = true;
        await lab.take("transfer", lab.ana, sent);
        const removal = { transactionId: newId(), sampleId: deleted };
        await lab.as(lab.ana).mutation(api.samples.remove, removal);
        await lab.register();
      });
      expect(copy.rows.get(kept)).toMatchObject({ status: "Registered" });
      expect(copy.rows.get(sent)).toMatchObject({ status: "In Transit", pendingWith: lab.bruno });
      expect(copy.rows.has(deleted)).toBe(false);
      await expectExact(copy, backend);
    });

    test("follows a change of supervisor with many samples, over several answers", async () => {
      const copy = new SampleCopy();
      await copy.load(lab.as(lab.adam));
      const loads = copy.loads;
      await backend.admin.mutation(changeSupervisor, { email: lab.ana, supervisor: lab.adam });
      await copy.pull(lab.as(lab.adam));
      expect([...copy.rows.values()].filter((row) => row.supervisor === lab.adam).length).toBe(
        [...copy.rows.values()].filter((row) => row.samplmanag === lab.ana).length,
      );
      await expectExact(copy, backend);
      expect(copy.loads).toBe(loads);
    });
  });
}
