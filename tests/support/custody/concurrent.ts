import { beforeAll, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { eventually } from "../eventually";
import { newId, type Lab, type OpenLab } from "./lab";

/**
 * Conflicts, which convex-test only imitates. tests/engine/home/races.test.ts has two people who
 * receive one sample, or register one serial number.
 */
export function concurrentSuite(openLab: OpenLab): void {
  describe("concurrent calls", () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await openLab();
    });

    test("if a sender undoes while the recipient receives, exactly one succeeds", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      const outcomes = await Promise.allSettled([
        lab.take("acknowledgeTransfer", lab.bruno, sampleId),
        lab.undo(lab.ana, sampleId),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    });

    test("two concurrent baskets with the same samples transfer each sample exactly once", async () => {
      const sampleIds: Id<"samples">[] = [];
      while (sampleIds.length < 30) sampleIds.push(await lab.register());
      const start = async (chosen: string) => {
        const basketId = newId();
        const basket = { basketId, step: "transfer", chosen, sampleIds } as const;
        await lab.as(lab.ana).mutation(api.baskets.start, basket);
        return basketId;
      };
      const [toBruno, toCarla] = await Promise.all([start(lab.bruno), start(lab.carla)]);
      const done = async (basketId: string) => {
        const { results } = await eventually(async () => {
          const progress = await lab.as(lab.ana).query(api.baskets.progress, { basketId });
          if (!progress?.finished) throw new Error(`${progress?.settled} of ${progress?.total}`);
          return progress;
        });
        return results.flatMap(({ outcome, sampleId }) => (outcome === "done" ? [sampleId] : []));
      };
      const [withBruno, withCarla] = [await done(toBruno), await done(toCarla)];
      expect([...withBruno, ...withCarla].sort()).toEqual([...sampleIds].sort());
      for (const sampleId of sampleIds) {
        const chosen = withBruno.includes(sampleId) ? lab.bruno : lab.carla;
        expect(await lab.stored(sampleId)).toMatchObject({ inTransitTo: chosen });
        expect(await lab.history(sampleId)).toHaveLength(2);
      }
    });
  });
}
