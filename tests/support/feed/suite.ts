import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { ROW_FIELDS } from "#domain/samples/compactRows";
import { pickFields } from "#domain/common/objects";
import { waitingManager } from "#domain/custody/workflow";
import type { Backend } from "../deployments/backend";
import { Lab, newId } from "../custody/lab";
import { refusedCode } from "../refusals";
import { anAct, perform, restart, restore, type Scene } from "./acts";
import { SampleCopy } from "./sampleCopy";
import { TeamTable } from "./teamTable";
import { changeSupervisor, createSamples, storedSamples } from "../testFunctions";

/** Expects the replica to have exactly the samples of the deployment, as they are stored. */
async function expectExact(copy: SampleCopy, { admin }: Backend): Promise<void> {
  const stored = await admin.query(storedSamples, {});
  const expected = stored.map((sample): [string, object] => [
    sample._id,
    {
      ...pickFields(sample, [...ROW_FIELDS, "listDate", "pendingWith"]),
      waitingManager: waitingManager(sample),
    },
  ]);
  expect(Object.fromEntries(copy.rows)).toEqual(Object.fromEntries(expected));
}

/** Expects the table to have exactly the samples of the team, as they are stored. */
async function expectTeamExact(table: TeamTable, { admin }: Backend, supervisor: string) {
  const stored = await admin.query(storedSamples, {});
  const team = stored.filter((sample) => sample.supervisor === supervisor);
  const expected = team.map((sample): [string, object] => [sample._id, sample]);
  expect(Object.fromEntries(table.rows)).toEqual(Object.fromEntries(expected));
}

/** Tests of the feed of changes, for any backend. */
export function feedSuite(home: string, open: () => Promise<Backend>, numRuns: number): void {
  let backend: Backend;
  let lab: Lab;
  beforeAll(async () => {
    backend = await open();
    lab = await new Lab(backend).open();
    await restart(backend);
  });
  afterAll(() => backend.close());

  describe(`a replica of all samples, on ${home}`, () => {
    test("has every row, including those written while its pages load", async () => {
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
      const unmoved = async () => {
        await copy.pull(lab.as(lab.adam));
        const held = [...copy.rows.values()].filter((row) => row.samplmanag === lab.ana);
        return held.filter((row) => row.supervisor !== lab.adam).length;
      };
      await expect.poll(unmoved).toBe(0);
      await expectExact(copy, backend);
      expect(copy.loads).toBe(loads);
    });

    test("continues after a restart without reloading", async () => {
      const copy = new SampleCopy();
      await copy.load(lab.as(lab.adam));
      await lab.register();
      await restart(backend);
      await lab.register();
      await copy.pull(lab.as(lab.adam));
      await expectExact(copy, backend);
      expect(copy.loads).toBe(1);
    });

    test("equals the samples its reader may see, after any sequence of acts", async () => {
      const eve = `eve-${lab.number}@company.com`;
      await backend.addPeople([{ email: eve, role: "admin", supervisor: lab.sara }]);
      const samples = [await lab.register(), await lab.register(lab.adam)];
      const copies = { adam: new SampleCopy(), eve: new SampleCopy() };
      const team = new TeamTable();
      const scene: Scene = { lab, backend, eve, copies, samples, team };
      const property = fc.asyncProperty(fc.array(anAct, { maxLength: 40 }), async (acts) => {
        const queue = [...acts];
        while (queue.length > 0) await perform(scene, queue);
        await copies.adam.pull(lab.as(lab.adam));
        await expectExact(copies.adam, backend);
        const { role } = (await lab.as(eve).query(api.users.viewer, {}))!;
        const pulled = copies.eve.pull(lab.as(eve));
        if (role === "admin") await pulled;
        else expect(await refusedCode(pulled)).toBe("NOT_ALLOWED");
        if (role === "admin") await expectExact(copies.eve, backend);
        await team.pull(lab.as(lab.sara));
        await expectTeamExact(team, backend, lab.sara);
      });
      await fc.assert(property, { numRuns });
    });
  });
}

/** Tests for backends that can restore a backup. */
export function restoreSuite(open: () => Promise<Backend>): void {
  let backend: Backend;
  let lab: Lab;
  beforeAll(async () => {
    backend = await open();
    lab = await new Lab(backend).open();
    await backend.admin.mutation(createSamples, { manager: lab.ana, first: 90_000, count: 450 });
    await restart(backend);
  });
  afterAll(() => backend.close());

  test("a replica that saw changes reverted by a restored backup reloads, however far the feed has advanced", async () => {
    const copy = new SampleCopy();
    await copy.load(lab.as(lab.adam));
    await backend.backup?.();
    await lab.register();
    await copy.pull(lab.as(lab.adam));
    await restore(backend);
    for (let count = 0; count < 3; count++) await lab.register();
    await copy.pull(lab.as(lab.adam));
    await expectExact(copy, backend);
    expect(copy.loads).toBe(2);
  });

  test("a replica that saw no change reverted by a restored backup continues without reloading", async () => {
    const copy = new SampleCopy();
    await copy.load(lab.as(lab.adam));
    await backend.backup?.();
    await lab.register();
    await restore(backend);
    await lab.register();
    await copy.pull(lab.as(lab.adam));
    await expectExact(copy, backend);
    expect(copy.loads).toBe(1);
  });

  test("pages read before a backup is restored are not mixed with the restored samples", async () => {
    const newest = await lab.register();
    const copy = new SampleCopy();
    let pages = 0;
    await copy.load(lab.as(lab.adam), async () => {
      pages += 1;
      if (pages === 1) {
        await backend.backup?.();
        await lab.take("transfer", lab.ana, newest);
      }
      if (pages === 5) await restore(backend);
    });
    expect(copy.rows.get(newest)).toMatchObject({ status: "Registered" });
    await expectExact(copy, backend);
    expect(copy.loads).toBe(2);
  });
}
